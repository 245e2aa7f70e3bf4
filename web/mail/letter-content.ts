import { brand } from '../../brand.ts';
import { MAX_COUNTED_FRIENDS, POSITIONS_PER_FRIEND } from '../../contract/mail.ts';
import { listedScreens } from '../../contract/screens.ts';

/** The words of a letter. The server fills the slots, such as `{{position}}`; see `letters.test.ts` for the slots. */
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
  /** Only mailings have it. */
  readonly postalAddress?: string;
}

const { product } = brand;

/** A mailing, with the words of the team. The server repeats the paragraph for each one of the words. */
const mailing = {
  subject: '{{subject}}',
  preheader: '{{preheader}}',
  headline: '{{subject}}',
  subline: `From the ${product} team`,
  isWindowLit: true,
  words: ['{{words}}'],
  button: 'Open my page',
  after: [],
  why: 'You’re getting this email because this address was confirmed for the waitlist at {{publicUrl}}.',
  postalAddress: '{{postalAddress}}',
} as const;

/** The end of the letters that ask an earlier sign-up to confirm. Later letters go only to people who have confirmed. */
const afterAsking = [
  'If you do nothing, we won’t write again. We’ll delete this address after the launch, on the day that we name to everybody else.',
  'Changed your mind? Leave the waitlist with the link below.',
] as const;

export const letterContents = {
  confirm: {
    subject: `Please confirm your place on the ${product} waitlist`,
    preheader: 'One tap, and a window in the city is yours.',
    headline: 'Your window is waiting.',
    subline: 'Confirm your place, and it lights up.',
    isWindowLit: false,
    words: [
      'Hi there!',
      `Someone signed up for the ${product} waitlist with this address. If it was you, please confirm your place.`,
    ],
    button: 'Confirm my place',
    after: [
      `With it you ask for our emails about the waitlist: when it’s your turn, and when ${product} goes live. You can leave at any time.`,
      'Not you? Leave the waitlist with the link below, and we’ll delete this address from the list.',
    ],
    why: 'You’re getting this email because someone joined the waitlist at {{publicUrl}} with this address.',
  },

  position: {
    subject: `You are number {{position}} on the ${product} waitlist`,
    preheader: 'Your window is lit, and here’s your link to share.',
    headline: 'You are number {{position}}.',
    subline: 'On the waitlist so far: {{waiting}}.',
    isWindowLit: true,
    words: [
      'Hi again!',
      'Someone signed up with this address again. If it was you, you’re all set: you’ve already confirmed, and your place is safe.',
    ],
    button: 'See my place',
    share: `Bring your friends. Each friend who joins through your link and confirms moves you up by as many as ${POSITIONS_PER_FRIEND} places, as far as number 1. Your first ${MAX_COUNTED_FRIENDS} friends count.`,
    after: [`We’ll email you again when ${product} goes live.`],
    why: 'You’re getting this email because this address is on the waitlist at {{publicUrl}}, and someone signed up with it again.',
  },

  invited: {
    subject: `You’re in: ${product} is waiting for you`,
    preheader: 'Your wait is over, and your page has the way in for your phone.',
    headline: 'You’re in.',
    subline: 'Your window is lit, and the door is open.',
    isWindowLit: true,
    words: [
      'Hi again!',
      'Someone signed up with this address again. If it was you, you’re all set: your wait is over.',
    ],
    button: 'Open my page',
    after: [],
    why: 'You’re getting this email because this address is on the waitlist at {{publicUrl}}, and someone signed up with it again.',
  },

  earlier: {
    subject: `Claim your place on the ${product} waitlist`,
    preheader: 'This address joined a while ago. Now there’s a place to claim.',
    headline: 'Still up for it?',
    subline: 'A window in the city could be yours.',
    isWindowLit: false,
    words: [
      'Hi there!',
      `A while ago, this address joined the ${product} waitlist. Thanks for waiting!`,
      'Since then, the waitlist has become a line: everyone who confirms gets a number, and asks for our emails about it.',
    ],
    button: 'Claim my place',
    after: afterAsking,
    why: 'You’re getting this one-time email because this address joined the waitlist at {{publicUrl}} before it had numbered places.',
  },

  /** Before the launch, to people who have never confirmed. */
  'last-call': {
    subject: `Do you want to hear when ${product} goes live?`,
    preheader: 'One tap, and we’ll tell you. Without it, we won’t write again.',
    headline: 'Almost there.',
    subline: 'Shall we tell you when the doors open?',
    isWindowLit: false,
    words: [
      'Hi there!',
      `This address joined the ${product} waitlist, but it was never confirmed. ${product} is about to go live, and we only tell people who have confirmed.`,
    ],
    button: 'Yes, tell me',
    after: afterAsking,
    why: 'You’re getting this one-time email because this address joined the waitlist at {{publicUrl}}.',
  },

  mailing,

  /** The mailing that says that the app is out. */
  launch: {
    ...mailing,
    subline: 'The wait is over.',
    button: 'Get the app',
    after: ['{{after}}'],
  },

  /** The same to a person with a phone for which the app is still to come. */
  'launch-to-come': {
    ...mailing,
    subline: 'For your phone, it’s still to come.',
    after: ['{{after}}'],
  },
} as const satisfies Record<string, LetterContent>;

/** A letter whose slots, such as `{{openUrl}}`, the server fills. */
export interface LetterTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The addresses in letters. The server fills the slots. */
export const letterLinks = {
  /** The page `/waitlist`, which confirms or shows the position. */
  open: '{{openUrl}}',
  /** The page `/waitlist`, with one button to leave the waitlist. */
  leave: '{{leaveUrl}}',
  /** The home page, with the reader's code. A friend who signs up there and then confirms moves the reader up. */
  share: '{{shareUrl}}',
  home: `{{publicUrl}}${listedScreens.home}`,
  privacy: `{{publicUrl}}${listedScreens.privacy}#letters`,
} as const;

export const LEAVE_WORDS = 'Leave the waitlist';

/**
 * The plain-text part of a letter, with all words and links of the HTML part. Paragraphs are not wrapped, because mail
 * programs wrap them to the width of the screen.
 */
export function renderText(content: LetterContent): string {
  const { headline, subline, words, button, share, after, why, postalAddress } = content;
  return `${[
    `${headline}\n${subline}`,
    ...words,
    `${button}:\n${letterLinks.open}`,
    ...(share ? [`${share}\n${letterLinks.share}`] : []),
    ...after,
    why,
    `${LEAVE_WORDS}:\n${letterLinks.leave}`,
    `Privacy Policy: ${letterLinks.privacy}`,
    `© {{year}} ${brand.legalEntity}\nQuestions? Write to ${brand.contactEmail}`,
    ...(postalAddress ? [postalAddress] : []),
  ].join('\n\n')}\n`;
}
