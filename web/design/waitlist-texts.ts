import { emailTextTroubles } from '../../contract/email-address.ts';

/** The waitlist's texts. Several screens link to the waitlist's form. */

/** A link to this fragment of the home page focuses the field, without any script. */
export const EMAIL_FIELD_ID = 'email';

export const EMAIL_PLACEHOLDER = 'Enter your email';

/** Said below the form, and in the legal texts. */
export const MIN_AGE_YEARS = 18;

export const joinButton = {
  idle: 'Join Waitlist',
  submitting: 'Joining...',
  joined: 'Joined',
} as const;

/** A toast with `destructive` reports something that went wrong. */
export const waitlistToasts = {
  invalidEmail: {
    variant: 'destructive',
    title: 'Invalid email',
    description: 'Please enter a valid email address',
  },
  failed: {
    variant: 'destructive',
    title: 'Something went wrong',
    description: "We couldn't add you to the waitlist. Please try again.",
  },
  joined: (product: string) => ({
    variant: 'default' as const,
    title: 'Success!',
    description: `You've been added to our waitlist. We'll update you when ${product} goes live!`,
  }),
} as const;

/** Shown beside the form while the visitor's window is lit. */
export const ON_THE_LIST = 'You’re on the list: one window is yours.';

/** Above the form, for people who come by the link of a member of the waitlist. */
export const WANTED_BY_A_FRIEND = 'A friend wants you here.';

/** Instead of `ON_THE_LIST`, while a site that sends letters waits for the confirmation. */
export const LOOK_FOR_LETTER =
  'Check your inbox: press the button in our email, and one window is yours.';

/** The link at the end of the home page, before and after joining. */
export const dinnerLink = { idle: 'Save me a seat', joined: 'Your seat is saved.' } as const;

/**
 * Why a sign-up failed, for the text below the field, which does not repeat the toast. For other failures, the server
 * sends the sentence.
 */
export const waitlistTroubles = {
  ...emailTextTroubles,
  noAnswer: 'We got no answer. Please check your connection.',
  /** Such as the page on which a Wi-Fi asks people to sign in. */
  otherAnswer: 'We got an answer that is not from our site. Please check your connection.',
} as const;
