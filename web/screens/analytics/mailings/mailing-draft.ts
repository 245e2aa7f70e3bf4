import type { BodyOf } from '../../../../contract/calls.ts';
import type { MailingKind } from '../../../../contract/mailings.ts';
import type { Phone } from '../../../../contract/phones.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { keepDraft, keptDraft } from '../parts/kept-drafts.ts';
import { numberOf } from '../waitlist/take-form.tsx';

/** What is typed of a mailing. */
export interface MailingDraft {
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

export const MAILING_FORM = 'mailing';
export const emptyMailing: MailingDraft = {
  ...{ subject: '', words: '', kind: 'next', most: '200' },
  ...{ phone: '', withFriends: false, to: '' },
};

/** @returns what is sent */
export function bodyOf(draft: MailingDraft): BodyOf<'previewMailing'> {
  const { subject, words, kind, most, phone, withFriends } = draft;
  const only = kind !== 'launch' && phone ? { phone } : {};
  // Of everybody, the number means nothing.
  const next = kind === 'next' ? { most: numberOf(most), withFriends } : { most: 1 };
  return { subject, words, kind, ...next, ...only };
}

/** The form shows what was taken back, unless something was typed. */
export function writeAgain(userId: string, { subject, words, kind }: Mailing): void {
  const draft = keptDraft(userId, MAILING_FORM, emptyMailing);
  if ((draft.subject + draft.words).trim() === '')
    keepDraft(userId, MAILING_FORM, { ...draft, subject, words, kind });
}
