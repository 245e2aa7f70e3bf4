import type { BodyOf } from '../../../../contract/calls.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { keepDraft, keptDraft } from '../parts/kept-drafts.ts';
import { emptyNext, type NextDraft, nextOf, USUAL_PEOPLE } from '../waitlist/take-form.tsx';

/** What is typed of a mailing. */
export interface MailingDraft extends NextDraft {
  subject: string;
  words: string;
  kind: MailingKind;
  people: string;
  /** Where the test letter goes. */
  to: string;
}

export const MAILING_FORM = 'mailing';
export const emptyMailing: MailingDraft = {
  ...emptyNext,
  people: String(USUAL_PEOPLE),
  subject: '',
  words: '',
  kind: 'next',
  to: '',
};

/** @returns what is sent */
export function bodyOf(draft: MailingDraft): BodyOf<'previewMailing'> {
  const { subject, words, kind } = draft;
  const { people: most, withFriends, phone } = nextOf(draft, draft.people);
  return {
    subject,
    words,
    kind,
    // Of everybody, the number means nothing.
    ...(kind === 'next' ? { most, withFriends } : { most: 1 }),
    ...(kind !== 'launch' && phone && { phone }),
  };
}

/** The form shows what was ended, for those who have not got it, unless something was typed. */
export function writeAgain(userId: string, mailing: Mailing): void {
  const { subject, words, kind, letters, phone } = mailing;
  const draft = keptDraft(userId, MAILING_FORM, emptyMailing);
  if ((draft.subject + draft.words).trim() !== '') return;
  const people = kind === 'next' ? String(letters.ended) : draft.people;
  keepDraft(userId, MAILING_FORM, { ...draft, people, phone: phone ?? '', subject, words, kind });
}
