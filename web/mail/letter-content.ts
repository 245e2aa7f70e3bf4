import { brand } from '../../brand.ts';
import { MAX_COUNTED_FRIENDS, PLACES_PER_FRIEND } from '../../contract/mail.ts';

/** The words of a letter. The server fills the slots, such as `{{place}}`; see `check-letter.ts` for the slots. */
export interface LetterContent {
  readonly subject: string;
  /** The first words that a list of mails shows after the subject. */
  readonly preheader: string;
  /** In the sky of the picture. */
  readonly headline: string;
  /** Below the headline, in the sky. */
  readonly subline: string;
  /** Whether the reader's window is lit in the picture. */
  readonly isWindowLit: boolean;
  /** Paragraphs above the button. */
  readonly words: readonly string[];
  readonly button: string;
  /** Paragraphs below the button. */
  readonly after: readonly string[];
  /** The sentence above the reader's own link; undefined if the letter has no such link. */
  readonly share?: string;
  /** Why the reader gets this letter. */
  readonly why: string;
}

const { product } = brand;

export const letterContents = {
  confirm: {
    subject: `Please confirm your place on the ${product} waitlist`,
    preheader: 'One press, and one window in the city is yours.',
    headline: 'One window is waiting.',
    subline: 'Press once, and it lights up for you.',
    isWindowLit: false,
    words: [
      'Hello!',
      `Somebody put this address on the ${product} waitlist. We hope that it was you: please press the button, so that we know.`,
    ],
    button: 'Confirm my place',
    after: [
      'Then you see your place in the queue, and you get a link with which friends move you up. We write again when the app goes live.',
      'It was not you? Then leave the waitlist with the link below. It takes one press, and we delete this address from the list.',
    ],
    why: 'You get this letter because this address was entered on the waitlist at {{publicUrl}}.',
  },

  place: {
    subject: `You are number {{place}} on the ${product} waitlist`,
    preheader: 'Your window is lit. Here is the link that moves you up.',
    headline: 'You are number {{place}}.',
    subline: 'People on the waitlist: {{waiting}}.',
    isWindowLit: true,
    words: [
      'Hello again!',
      'This address was entered on our waitlist once more. No need: you have confirmed it, and your place is safe.',
    ],
    button: 'See my place',
    share: `Waiting is shorter with friends: each friend who joins through your link and confirms moves you up by up to ${PLACES_PER_FRIEND} places, for up to ${MAX_COUNTED_FRIENDS} friends.`,
    after: [`We write again when ${product} goes live.`],
    why: 'You get this letter because this address is on the waitlist at {{publicUrl}}, and was entered there again.',
  },

  earlier: {
    subject: `The ${product} waitlist now has places: take yours`,
    preheader: 'You joined a while ago. One press, and your place is yours.',
    headline: 'Still up for it?',
    subline: 'One window in the city could be yours.',
    isWindowLit: false,
    words: [
      'Hello!',
      `A while ago this address was put on the ${product} waitlist. Thank you for waiting.`,
      'The waitlist now has places, and a link with which friends move you up. Press the button to take your place.',
    ],
    button: 'Take my place',
    after: [
      `If you do nothing, your address stays on the list, and we write when ${product} goes live. We do not ask a second time.`,
      'Changed your mind? Leave the waitlist with the link below. It takes one press.',
    ],
    why: 'You get this letter once, because this address was entered on the waitlist at {{publicUrl}} before the list had places.',
  },
} as const satisfies Record<string, LetterContent>;
