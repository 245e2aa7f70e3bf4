/**
 * The entry of the tab's session storage with what an admin has typed into the forms of the dashboard and not sent yet.
 * It stays there over another tab or range of the dashboard, a reload, and the end of the session. A sign-out removes
 * it, and so does another admin who signs in. A browser that blocks the storage blocks cookies, too, so that there is
 * no session and no form.
 */
const KEPT_DRAFTS_KEY = 'drafts';

interface Kept {
  userId: string;
  /** The fields of each form, by its name. */
  forms: Record<string, object>;
}

export function keptDraft<Draft extends object>(userId: string, form: string, empty: Draft): Draft {
  return { ...empty, ...keptForms(userId)[form] };
}

export function keepDraft(userId: string, form: string, draft: object): void {
  const kept: Kept = { userId, forms: { ...keptForms(userId), [form]: draft } };
  sessionStorage.setItem(KEPT_DRAFTS_KEY, JSON.stringify(kept));
}

export function forgetDrafts(): void {
  sessionStorage.removeItem(KEPT_DRAFTS_KEY);
}

/** @returns what is kept for this user; what another one has left is removed */
function keptForms(userId: string): Kept['forms'] {
  const kept: Kept | null = JSON.parse(sessionStorage.getItem(KEPT_DRAFTS_KEY) ?? 'null');
  if (kept?.userId === userId) return kept.forms;
  forgetDrafts();
  return {};
}
