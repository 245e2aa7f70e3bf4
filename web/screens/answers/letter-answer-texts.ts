import { brand } from '../../../brand.ts';

/** The texts of the pages that a letter's link to leave opens. */
export const leaveTexts = {
  asked: {
    title: 'Leave the waitlist?',
    words:
      'Your place and your address are deleted from the list. We write to you again only if somebody enters your address again.',
    leave: 'Leave the waitlist',
  },
  left: {
    title: 'You have left.',
    words:
      'Your address and your place are deleted from the waitlist, and your window is dark again.',
    changeOfMind:
      'If you change your mind, press the button in your email: you then start at the end.',
  },
} as const;

/**
 * Those of a launch letter's link to be kept. `{{toCome}}`: see `pages.tsx`. The server fills `{{otherwise}}` with the
 * named day of deletion, if a launch concerns the address.
 */
export const keepTexts = {
  asked: {
    title: 'Waiting for {{toCome}}?',
    words:
      'It’s still to come. Press the button, and we’ll keep your address until it’s out, and write once more.{{otherwise}}',
    keep: 'Keep me for {{toCome}}',
  },
  kept: {
    title: 'We’ll write again.',
    words:
      'We’ll keep your address for {{toCome}}, and tell you when it’s out. You can leave at any time with the link in our email.',
  },
  gone: {
    title: 'You are not on the list.',
    words:
      'This address is not on our waitlist any more, so there is nothing to keep. On the home page you can sign up again.',
  },
} as const;

/** A part of a link of a letter is missing. */
export const cutLinkText = {
  title: 'This link does not work.',
  words: `A part of it is missing, so nothing was changed. Please open the whole link of our email, or write to ${brand.contactEmail}, and a person does it for you.`,
} as const;
