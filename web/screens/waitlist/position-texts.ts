import { brand } from '../../../brand.ts';
import {
  MAX_COUNTED_FRIENDS,
  POSITIONS_PER_FRIEND,
  WAITING_ROUNDED_FROM,
} from '../../../contract/mail.ts';
import { type Phone, phoneNouns } from '../../../contract/phones.ts';
import { tooManyRequests } from '../../design/screen-texts.ts';
import { joinButton } from '../../design/waitlist-texts.ts';

/** The texts of the page that the letters open. */
export const positionTexts = {
  reading: { title: 'One moment.', words: 'We are looking for your window.' },
  confirming: { title: 'One moment.', words: 'We are lighting your window.' },

  asked: {
    title: 'Is it you?',
    words: `Please confirm that you want to be on the ${brand.product} waitlist. Then one window in the city is yours, and you see your place.`,
    confirm: 'Confirm',
    confirming: 'Confirming...',
    otherwise: 'It was not you? Our email has a link to leave.',
  },

  confirmed: {
    title: 'You are number',
    alone: 'The city is waiting for its second light.',
    waiting: (count: number) =>
      count < WAITING_ROUNDED_FROM
        ? `of ${written(count)} people who are waiting. Your window is lit.`
        : `of about ${written(count)} people who are waiting. Your window is lit.`,
    shareTitle: 'Waiting is shorter with friends.',
    share: 'Share my link',
    copy: 'Copy my link',
    message: `I am on the waitlist for ${brand.product}, ${brand.about}. Come along:`,
    copiedLink: 'Link copied',
    copied: 'Copied. Now send it to your friends.',
    copyByHand: 'Your browser does not let us copy. Please copy the link above.',
    leave: 'Leave the waitlist',
    leaving: 'Leaving...',
    leaveHint: 'One press: your place and your address are deleted from the list.',
  },

  invited: {
    title: 'Your wait is over.',
    /** As large as a position. */
    isIn: 'You’re in.',
    phone: `${brand.product} is yours to use: install it with the button.`,
    desktop: `${brand.product} is yours to use, on your phone: open the link of our email there.`,
    /** There is no link for the device. */
    soon: {
      title: 'Almost there.',
      /** As large as a position. */
      isNext: 'You’re next.',
      ios: `${brand.product} will be yours to use, but has no link for iPhones just now. Keep our email: its link opens this page, which gets a button as soon as there is one.`,
      android: `${brand.product} will be yours to use, but has no link for Android yet. Keep our email: its link opens this page, which gets a button as soon as there is one.`,
      desktop: `${brand.product} will be yours to use, but has no link for phones just now. Keep our email: its link opens this page, which gets a button as soon as there is one.`,
    },
    /** Each link for the device is that of a store that takes orders. */
    ordered: {
      ios: `${brand.product} is coming to the App Store. Pre-order it with the button, and it installs itself on the day.`,
      android: `${brand.product} is coming to Google Play. Pre-register with the button, and Google Play tells you when it is out.`,
      desktop: `${brand.product} is coming to your phone. Open the link of our email there, and order it in the store.`,
    },
    leaveHint:
      'One press: your address is deleted from the list, and if you come back, you wait at its end. An app that you have installed stays yours.',
    get: { ios: 'Get it for iPhone', android: 'Get it for Android' },
  },

  left: {
    title: 'You have left.',
    words:
      'Your address and your place are deleted from the waitlist, and your window is dark again.',
    hint: 'If you come back, you start at the end of the queue, with a new link for friends.',
    comeBack: 'Come back',
    comingBack: 'Coming back...',
  },

  expired: {
    title: 'This link does not work.',
    words: 'Either its address is not on the waitlist any more, or a part of the link is missing.',
    /** Where the home page has a form. */
    signUpWords: 'You can sign up again: it takes a moment.',
    signUp: 'Sign up again',
  },

  noToken: {
    title: 'Looking for your place?',
    words:
      'Please open the email that we sent you, and press its button: then this page shows your place. If you cannot find it, look into your spam folder.',
    signUpWords: 'Or sign up on the home page.',
    signUp: joinButton.idle,
  },

  unanswered: {
    words: 'Nothing is lost. Your link keeps working.',
    again: 'Try again',
    trying: 'Trying...',
  },

  /** Why a call failed. */
  troubles: {
    unreachable: {
      title: 'No connection.',
      words: 'We got no answer. Please check your connection and try again.',
    },
    tooMany: { title: tooManyRequests.title, words: tooManyRequests.message },
    server: {
      title: 'Something went wrong.',
      words: 'Our server has a problem. Please try again in a few moments.',
    },
  },
} as const;

/** The question of people who have confirmed. They need not answer. */
export const phoneTexts = {
  question: 'Which phone do you have?',
  why: 'Then you get only the links for your phone.',
  saving: 'Saving...',
  saved: (phone: Phone) => `Saved: you get the links for your ${phoneNouns[phone]}.`,
} as const;

/** Says how many friends have confirmed, and what a further friend does. The first in line cannot move up. */
export function friendsSentence(friends: number, position: number): string {
  const isFirst = position === 1;
  const move = isFirst ? '' : `moves you up at most ${POSITIONS_PER_FRIEND} places and `;
  const effect = `${move}lights a window.`;
  if (friends === 0) return `Each friend who confirms through your link ${effect}`;
  const have = friends === 1 ? '1 friend has' : `${written(friends)} friends have`;
  const confirmed = `${have} confirmed through your link.`;
  if (friends < MAX_COUNTED_FRIENDS) return `${confirmed} Each further friend ${effect}`;
  return `${confirmed} Thank you!${isFirst ? '' : ' That is as far as friends can move you up.'}`;
}

/** @returns the number as people write it, such as 1,204 */
export function written(count: number): string {
  return count.toLocaleString('en');
}
