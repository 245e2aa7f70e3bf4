import { getApp } from '../../design/screen-texts.ts';

/**
 * What the invite pages and their script share: texts, and the ids of elements. A text that contains the product's name is
 * a function of this name.
 */

export const appInvite = {
  title: "You're invited!",
  loading: 'Loading invite...',
  /** Our own text, for an inviter without a name. */
  nameless: 'A friend',
  get: getApp,
  learnMore: 'Learn more',
} as const;

export const inviteBlurbs = [
  { name: 'Plans', text: 'Send spontaneous plans as easily as sending a snap.' },
  { name: 'Dinder', text: 'Swipe, match, eat: the restaurant that all of you like.' },
  { name: 'Vibe Check', text: 'See who is free and what the vibe is before asking.' },
] as const;

export const invalidInvite = {
  title: 'Oops!',
  message: 'Invalid invite link',
  home: 'Go to Homepage',
} as const;

export const eventInvite = {
  title: 'Event Invites Coming Soon!',
  message: (product: string) =>
    `This feature will be available after our app launch. For now, download ${product} to start making spontaneous plans!`,
} as const;

export const plainInvite = {
  title: (product: string) => `Join ${product}`,
  message: (product: string) =>
    `Download ${product} to start making spontaneous plans with friends!`,
  home: 'Return to Home',
} as const;

/** The button of event and plain invites. */
export const downloadButton = (product: string) => `Download ${product}`;

/** Shown while the beta is full, on pages without an inviter. */
export const pausedInvite = {
  general: 'The beta is full for now. Leave your email, and we’ll tell you when there is room.',
  event: () => 'This feature will be available after our app launch.',
} as const;

/** The event invite of a launched app. */
export const launchedEvent = {
  title: appInvite.title,
  message: (product: string) => `A friend has a plan. Open it in ${product}, or get the app first.`,
  open: (product: string) => `Open in ${product}`,
} as const;

/** What the page says after the button for the app was pressed. */
export const nextSteps = {
  /** On a platform that is soon or paused there is no button. */
  first: {
    beta: 'Install it from TestFlight.',
    preorder: 'Pre-order it in the App Store.',
    launched: 'Install it from the App Store.',
  },
  firstOnAndroid: {
    beta: 'Install it from Google Play.',
    test: 'Join the test, and install it from Google Play.',
    preregister: 'Pre-register on Google Play.',
    launched: 'Install it from Google Play.',
  },
  /** Around the inviter’s name. */
  before: 'Tap',
  beforeIfOrdered: 'Once you have it, tap',
  after: '’s link once more: it opens in the app and connects you two.',
  nameless: 'your friend',
  trouble: 'Nothing happens?',
  openOutside: 'Open in browser',
} as const;

/**
 * The ids of the elements that the page's script fills or listens to. They are not beside the elements, because the
 * script must not load React.
 */
export const elementIds = {
  portrait: 'portrait',
  initial: 'initial',
  name: 'name',
  get: 'get',
  getOnAndroid: 'get-on-android',
  outside: 'open-outside',
} as const;
