/**
 * The entry of the tab's session storage with what an admin has typed into the forms of the dashboard and not sent yet.
 * It stays there over another place or range of the dashboard, a reload, and the end of the session. A sign-out removes
 * it, and so does another admin who signs in.
 */
const KEPT_DRAFTS_KEY = 'drafts';

interface Kept {
  userId: string;
  /** The fields of each form, by its name. */
  forms: Record<string, object>;
}

/** The same as in the storage, which may be blocked or full. */
let kept: Kept | undefined;

export function keptDraft<Draft extends object>(userId: string, form: string, empty: Draft): Draft {
  const stored = Object.entries(keptForms(userId)[form] ?? {});
  // Another version of the site may have stored something else.
  const fields = stored.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
  return { ...empty, ...Object.fromEntries(fields) };
}

export function keepDraft(userId: string, form: string, draft: object): void {
  kept = { userId, forms: { ...keptForms(userId), [form]: draft } };
  try {
    sessionStorage.setItem(KEPT_DRAFTS_KEY, JSON.stringify(kept));
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
function keptForms(userId: string): Kept['forms'] {
  try {
    kept ??= JSON.parse(sessionStorage.getItem(KEPT_DRAFTS_KEY) ?? 'null') ?? undefined;
  } catch {
    // Storage is blocked.
  }
  if (kept?.userId === userId && kept.forms) return kept.forms;
  forgetDrafts();
  return {};
}
