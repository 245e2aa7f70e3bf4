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
  /** A part of the link is missing. */
  cut: {
    title: 'This link does not work.',
    words: `A part of it is missing, so nothing was deleted. Please open the whole link of our email, or write to ${brand.contactEmail}, and a person does it for you.`,
  },
} as const;
