import type { MailingKind } from '../../../contract/mailings.ts';
import type { Phone } from '../../../contract/phones.ts';

/** What is typed of a mailing. */
export interface Draft {
  subject: string;
  words: string;
  kind: MailingKind;
  most: string;
  /** Only people who have it, unless it is a launch letter. */
  phone: Phone | '';
  withFriends: boolean;
  /** Where the test letter goes. */
  to: string;
}
export const emptyDraft: Draft = {
  ...{ subject: '', words: '', kind: 'next', most: '200' },
  ...{ phone: '', withFriends: false, to: '' },
};

/** The key of an entry in the tab's session storage. */
const KEPT_DRAFT_KEY = 'mailing.draft';
let kept: { userId: string; draft: Draft } | undefined;

/** @returns what this tab has kept, also over a reload and if the admin had to sign in again */
export function keptDraft(userId: string): Draft {
  if (kept?.userId !== userId) kept = { userId, draft: { ...emptyDraft, ...stored(userId) } };
  return kept.draft;
}

/** Keeps what is typed, but over a reload never the address. */
export function keepDraft(userId: string, draft: Draft): void {
  kept = { userId, draft };
  const { to: _, ...rest } = draft;
  try {
    sessionStorage.setItem(KEPT_DRAFT_KEY, JSON.stringify({ userId, draft: rest }));
  } catch {
    // Storage is blocked or full, so a reload loses the draft.
  }
}

export function forgetDraft(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(KEPT_DRAFT_KEY);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function stored(userId: string): Partial<Draft> | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT_DRAFT_KEY) ?? '{}');
    return found.userId === userId ? found.draft : undefined;
  } catch {
    return undefined;
  }
}
