import { LAUNCH_DELETION_DAYS } from '../../../contract/launch.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  PLACE_LETTERS,
  RETURN_LETTERS,
} from '../../../contract/mail.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../../contract/screens.ts';
import { ContactLink } from '../../design/legal/legal-document.tsx';
import { Periods } from './retention.tsx';

/** The section is newer than the document, so the section has a date. */
const LETTERS_ADDED = 'November 22, 2026';

const RETURNED_ADDED = 'November 28, 2026';
const LAUNCH_ADDED = 'November 28, 2026';
const PHONE_ADDED = 'November 28, 2026';

/** In place of what the section about the waitlist says on a site without letters. */
export const whatWeStoreWithLetters = (
  <>
    what stands under <a href="#letters">Letters</a>
  </>
);

/** What a site that sends letters stores about people on its waitlist. */
export function Letters() {
  return (
    <>
      <h3 id="letters">Letters</h3>
      <p>
        Added on {LETTERS_ADDED}. When an address joins the waitlist, we send a letter to it: an
        email with a link with which you confirm that you want to be on the list. If you do not, the
        address stays on the list for the news of our launch, but gets no place. If the address is
        entered again, we may write again: before you have confirmed,{' '}
        {times(CONFIRM_LETTERS.perDay)} a day and {times(CONFIRM_LETTERS.perMonth)} in{' '}
        {LETTER_RETENTION_DAYS} days at most, and once you have confirmed{' '}
        {times(PLACE_LETTERS.perDay)} a day at most, with your place, or that you are in. If your
        address was on the list before we sent letters, we may ask you once to confirm. Apart from
        that, we write when we can let you in, and with the news of our launch. Our letters load
        nothing from us or anybody else, and we do not count who opens them.
      </p>
      <p>
        We keep each letter for {LETTER_RETENTION_DAYS} days, or until it is sent if that takes
        longer: its kind, your address, a code made from your mailbox with a secret, so that we do
        not write to one mailbox too often, when we sent it, what the mail server answered and, if a
        friend’s link brought you, the code of that link. If a mail server says that an address does
        not exist, we keep a code made from the address with a secret for {LETTER_RETENTION_DAYS}{' '}
        days, so that we do not write to it in that time. Of a letter that we send to many people at
        once, we keep your address, and what became of the letter, while you are on the list; after
        that, only what became of it.
      </p>
      <p>
        Added on {RETURNED_ADDED}. If a letter to you comes back, or you report one as spam, our
        mail provider tells us. We then write to you no more, and keep a code made from your address
        with a secret, also when you leave the list, until {LETTER_RETENTION_DAYS} days after this
        site has stopped sending letters. Of a letter that we sent to many people, we keep that it
        came back, too.
      </p>
      <p>
        Added on {LAUNCH_ADDED}. When the app goes live, we write once to everybody who has
        confirmed. The letter names one day for all addresses that were on the list then:{' '}
        {LAUNCH_DELETION_DAYS} days after the day on which we expect the last of these letters to
        leave. From that day on we delete them, and never before, also if we cannot reach you, or
        you have not confirmed; we may ask you once to confirm before we write. We may name a later
        day, but no earlier one. While the app is out for one kind of phone only, the letter has a
        link with which you ask us to keep your address for the other one, and we keep it, like
        every address that joins after the launch has begun, until we have told you about that one.
      </p>
      <p>
        Once you have confirmed, we also store when you did, to which words you agreed, your place,
        the code of your own link, whose link brought you, how many friends have confirmed through
        yours, and a code made from your mailbox with a secret, so that one mailbox counts as one
        friend. You and your friends see numbers only; the list itself is seen by our team alone.
      </p>
      <p>
        Added on {PHONE_ADDED}. Once you have confirmed, you may tell us whether you have an iPhone
        or an Android phone, and change it at any time. We do not guess it. We store it with your
        place until that is deleted, and use it to let you in where your phone can open the app, and
        to leave out of our letters what it cannot open: the link to be kept for the other kind of
        phone, too.
      </p>
      <p>
        Every letter has a link to leave, which takes one press. We then delete your address, your
        place, and our copies of the letters. What remains, until {LETTER_RETENTION_DAYS} days after
        this site has stopped sending letters after the launch, is a code made from your address
        with a secret: a letter that you still have can bring you back, and if your address is
        entered again, we ask you {times(RETURN_LETTERS.perMonth)} in {LETTER_RETENTION_DAYS} days
        at most. We also keep the times of our letters for {LETTER_RETENTION_DAYS} days, without
        your address, but with a code made from your mailbox with a secret. Otherwise, a stranger
        could make us write to you again each time you leave. If you write to <ContactLink />, we
        erase the codes, too.
      </p>
      <p>
        When you join, your browser keeps the time in its local storage, under{' '}
        <code>{SIGNED_UP_KEY}</code>. For {SIGNED_UP_DAYS} days, the page that a letter opens
        confirms in this browser without another press. The entry is not sent to us; it is deleted
        when you confirm or leave in this browser, and you can delete it in your browser’s settings.
      </p>
    </>
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export function PeriodsOfLetters() {
  return (
    <Periods
      of={[
        {
          what: 'Letters to the waitlist, with their addresses (this website)',
          howLong: `${LETTER_RETENTION_DAYS} days, or until the letter is sent if that takes longer`,
        },
        {
          what: 'Place on the waitlist (this website)',
          howLong: 'As long as the waitlist address, or until you leave',
        },
        {
          what: 'Code of an address that has left the waitlist (this website)',
          howLong: `Until ${LETTER_RETENTION_DAYS} days after we have stopped sending letters after the launch, or until you ask`,
        },
        {
          what: 'Code of an address whose letter came back or was reported as spam (this website)',
          howLong: `Until ${LETTER_RETENTION_DAYS} days after we have stopped sending letters, or until you ask`,
        },
      ]}
    />
  );
}
