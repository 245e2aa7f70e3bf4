/**
 * The texts of the invite pages (spec §§2 and 8). A text that contains the product's name is a function of this name.
 */

export const appInvite = {
  title: "You're invited!",
  loading: 'Loading invite...',
  /** Our own text, for an inviter without a name. */
  nameless: 'A friend',
  get: (product: string) => `Get ${product}`,
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

export const PLATFORMS_NOTE = 'Available on iOS • Android coming soon';

export const tooManyRequests = {
  title: 'Too Many Requests',
  message: 'Please try again in a few moments.',
} as const;
