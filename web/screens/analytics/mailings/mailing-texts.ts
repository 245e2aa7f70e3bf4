import {
  type LetterState,
  MAILING_BEGINS_AFTER_MINUTES,
  type MailingKind,
  noRecipients,
  TEST_WITHIN_HOURS,
} from '../../../../contract/mailings.ts';
import { phoneNouns } from '../../../../contract/phones.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { peopleOf } from '../waitlist/waitlist-texts.ts';

const partNames = {
  accepted: 'accepted',
  refused: 'refused',
  uncertain: 'uncertain',
  gone: 'gone',
  suppressed: 'suppressed',
  'same-mailbox': 'same mailbox',
  moved: 'moved',
  ended: 'ended',
  sending: 'being sent',
  waiting: 'waiting',
} satisfies Record<LetterState, string>;

/** The texts of the panel *Write to people*. The states of letters have the names that `./site mailing show` prints. */
export const mailingTexts = {
  title: 'Write to people',
  subtitle:
    'One letter to the next people, which lets them in, to everybody who has confirmed, or about the launch.',
  show: 'Show Mailings',
  sent: ({ people, startsAt }: Mailing) =>
    `It goes to ${peopleOf(people)}, from ${formatMoment(startsAt)}.`,
  form: {
    subject: 'Subject',
    words: 'Words',
    hint: 'Empty lines divide paragraphs. Links may lead to this site, the App Store, TestFlight and Google Play.',
    whom: 'Who gets it',
    next: 'The next people by place',
    everybody: 'Everybody who has confirmed',
    launch: 'Launch letter, to everybody who has confirmed and has not got it',
    preview: 'Preview',
  },
  preview: {
    title: 'Preview',
    frame: 'The letter',
    text: 'As text',
    goesTo: ({ people, howLong }: { people: number; howLong: string }, kind: MailingKind) =>
      people === 0
        ? noRecipients[kind]
        : `It ${kind === 'next' ? 'lets in, and goes to,' : 'goes to'} ${peopleOf(people)}. ${howLong}`,
    to: 'Your address',
    test: 'Send It to Me First',
    tested: (to: string) => `The mail server has accepted the letter to ${to}. Read it there.`,
    untold:
      'There was no answer, so it is not known whether it was sent. Look whether the letter has arrived before you send it again.',
    untested: `Send a test letter first, at most ${TEST_WITHIN_HOURS} hours before the first mailing.`,
    send: (people: number) => `Send to ${formatCount(people)}`,
    begins: `It begins in ${MAILING_BEGINS_AFTER_MINUTES} minutes; until then you can take it back.`,
  },
  name: ({ id, subject }: Mailing) => `Mailing ${formatCount(id)}: ${subject}`,
  whom: ({ kind, people, wave, phone }: Mailing) => {
    const whose = phone ? ` with an ${phoneNouns[phone]}` : '';
    if (kind === 'everybody') return `To everybody${whose} who had confirmed, ${peopleOf(people)}`;
    if (kind === 'launch')
      return `Launch letter, to everybody who had confirmed and had not got it, ${peopleOf(people)}`;
    return `To the next ${peopleOf(people)}${whose}${wave === null ? '' : `, wave ${formatCount(wave)}`}`;
  },
  last: (moment: string) => `The last letter left ${moment}.`,
  words: 'Words',
  states: {
    ended: (moment: string, { accepted, uncertain, sending }: Mailing['letters']) => {
      const may = uncertain + sending;
      if (accepted + may === 0) return `Ended ${moment}: nobody got it.`;
      return `Ended ${moment}: ${formatCount(accepted)} have it${may > 0 ? `, ${formatCount(may)} may have it` : ''}.`;
    },
    paused: (why: string, accepted: number) => `Paused: ${formatCount(accepted)} have it. ${why}`,
    begins: (moment: string) => `Begins ${moment}; until then you can take it back.`,
    running: 'Being sent, after the letters that people ask for.',
  },
  parts: partNames,
  part: (letters: Mailing['letters'], state: LetterState) =>
    `${formatCount(letters[state])} ${partNames[state]}`,
  returned: ({ bounced, complained }: Mailing['returned']) =>
    `Of the accepted, ${formatCount(bounced)} bounced, and ${formatCount(complained)} were reported as spam.`,
  pause: 'Pause',
  resume: (waiting: number) => `Resume for the Remaining ${formatCount(waiting)}`,
  sureResume: ({ accepted, waiting }: Mailing['letters']) =>
    `Resume? ${formatCount(accepted)} have it. Letters to the remaining ${formatCount(waiting)} leave within the budget.`,
  takeBack: 'Take Back',
  takeBackNow: (id: number) => `Take Back Mailing ${formatCount(id)}`,
  end: 'End',
  sureTakeBack: ({ kind }: Mailing) =>
    `Take the mailing back? Nobody gets it${kind === 'next' ? ', and everybody waits again, at their places' : ''}.`,
  sureEnd: ({ kind, letters: { accepted, waiting } }: Mailing) =>
    `End the mailing? ${formatCount(accepted)} have it. ${peopleOf(waiting)} will not get it${kind === 'next' ? ', and wait again, at their places' : ''}.`,
  endNow: (id: number) => `End Mailing ${formatCount(id)}`,
  recipients: {
    first: (shown: string, all: string) => `The first ${shown} of ${all}. The CSV has all.`,
    removed: 'Address removed',
    delivered: 'Assume Delivered',
    again: 'Send Again',
    of: (act: string, email: string) => `${act}: ${email}`,
    wasDelivered: (email: string) => `The letter to ${email} counts as accepted.`,
    unanswered:
      'There was no answer, so it is not known whether it was done. Close this list and open it again to see it.',
    isSentAgain: (email: string) => `The letter to ${email} waits, and is sent within the budget.`,
  },
} as const;
