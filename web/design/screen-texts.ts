import type { PlatformState } from '../../contract/availability.ts';

/** Texts of several screens. */

/** What the product is, after its name. */
export const aboutProduct = ({ product, about }: { product: string; about: string }) =>
  `${product} is ${about}.`;

/** The text of every link that leads back to the home page. */
export const BACK_TO_HOME = 'Back to Home';

/** The button that leads to the app. */
export const getApp = (product: string) => `Get ${product}`;

/** The same button in the words of Apple and Google, before everybody can install the app. */
export const earlyButtons: Readonly<Partial<Record<PlatformState, string>>> = {
  preorder: 'Pre-order on the App Store',
  preregister: 'Pre-register on Google Play',
  test: 'Join the test on Google Play',
};

export const tooManyRequests = {
  title: 'Too Many Requests',
  message: 'Please try again in a few moments.',
} as const;
