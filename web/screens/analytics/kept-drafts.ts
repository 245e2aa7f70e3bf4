import { useRef, useState } from 'react';

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

/**
 * The draft of a form, and a function that changes it. The function gets the latest draft, also in the answer to a call
 * that began before the latest change.
 *
 * @param empty what the form has before anything is typed. All its values are texts or booleans
 */
export function useDraft<Draft extends object>(
  userId: string,
  form: string,
  empty: Draft,
): [Draft, (next: (latest: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(() => keptDraft(userId, form, empty));
  const latest = useRef(draft);
  function change(next: (latest: Draft) => Draft): void {
    latest.current = next(latest.current);
    setDraft(latest.current);
    keepDraft(userId, form, latest.current);
  }
  return [draft, change];
}

export function keptDraft<Draft extends object>(userId: string, form: string, empty: Draft): Draft {
  const stored = Object.entries(readAll(userId).forms[form] ?? {});
  // Another version of the site may have stored something else.
  const fields = stored.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
  return { ...empty, ...Object.fromEntries(fields) };
}

/** Keeps a draft; one without any field is removed. */
export function keepDraft(userId: string, form: string, draft: object): void {
  const { [form]: _, ...forms } = readAll(userId).forms;
  if (Object.keys(draft).length > 0) forms[form] = draft;
  const kept: Kept = { userId, forms };
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(KEPT_DRAFTS_KEY);
    else sessionStorage.setItem(KEPT_DRAFTS_KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full, so the draft stays only while its form is shown.
  }
}

export function forgetDrafts(): void {
  try {
    sessionStorage.removeItem(KEPT_DRAFTS_KEY);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function readAll(userId: string): Kept {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(KEPT_DRAFTS_KEY) ?? 'null');
    if (kept?.userId === userId && kept.forms) return kept;
    forgetDrafts();
  } catch {
    // Storage is blocked.
  }
  return { userId, forms: {} };
}
