/** Texts of several screens (spec §§2 and 8). */

/** The text of every link that leads back to the home page. */
export const BACK_TO_HOME = 'Back to Home';

/** The button that leads to the app. */
export const getApp = (product: string) => `Get ${product}`;

export const tooManyRequests = {
  title: 'Too Many Requests',
  message: 'Please try again in a few moments.',
} as const;
