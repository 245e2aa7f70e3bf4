/**
 * The entry of the tab's session storage with what an admin has typed into the forms of the dashboard and not sent yet.
 * It stays there over another tab or range of the dashboard, a reload, and the end of the session. A sign-out removes
 * it, and so does another admin who signs in.
 */
const KEPT_DRAFTS_KEY = 'drafts';

/** The name under which the view in the address is kept when the session has ended. */
export const KEPT_VIEW = 'view';

interface Kept {
  userId: string;
  /** The fields of each form, by its name. */
  forms: Record<string, object>;
}

/** The same as in the storage, which may be blocked or full. */
let kept: Kept | undefined;

/** Keeps a draft; one without any field is removed. */
export function keepDraft(userId: string, form: string, draft: object): void {
  const { [form]: _, ...forms } = keptForms(userId);
  if (Object.keys(draft).length > 0) forms[form] = draft;
  kept = { userId, forms };
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(KEPT_DRAFTS_KEY);
    else sessionStorage.setItem(KEPT_DRAFTS_KEY, JSON.stringify(kept));
  } catch {
    // A reload loses what was typed.
  }
}

export function forgetDrafts(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(KEPT_DRAFTS_KEY);
  } catch {
    // Storage is blocked, so nothing was kept there.
  }
}

/** @returns what is kept for this user; what another one has left is removed */
export function keptForms(userId: string): Kept['forms'] {
  try {
    kept ??= JSON.parse(sessionStorage.getItem(KEPT_DRAFTS_KEY) ?? 'null') ?? undefined;
  } catch {
    // Storage is blocked.
  }
  if (kept?.userId === userId && kept.forms) return kept.forms;
  forgetDrafts();
  return {};
}
