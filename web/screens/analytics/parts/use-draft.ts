import { useState } from 'react';
import { keepDraft, keptForms } from '../kept-drafts.ts';

/**
 * The draft of a form, and a function that changes it. The function gets the latest draft, also in the answer to a call
 * that began before the latest change, or before the form was shown anew.
 *
 * @param empty what the form has before anything is typed. All its values are texts or booleans
 */
export function useDraft<Draft extends object>(
  userId: string,
  form: string,
  empty: Draft,
): [Draft, (next: (latest: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(() => keptDraft(userId, form, empty));
  function change(next: (latest: Draft) => Draft): void {
    const changed = next(keptDraft(userId, form, empty));
    setDraft(changed);
    keepDraft(userId, form, changed);
  }
  return [draft, change];
}

export function keptDraft<Draft extends object>(userId: string, form: string, empty: Draft): Draft {
  const stored = Object.entries(keptForms(userId)[form] ?? {});
  // Another version of the site may have stored something else.
  const fields = stored.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
  return { ...empty, ...Object.fromEntries(fields) };
}
