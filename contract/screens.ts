/** The paths of every screen (spec §2). Links, routes and tests are built from this table alone. */
export const screens = {
  home: '/',
  privacy: '/privacy',
  terms: '/terms',
  sponti: '/sponti',
  popups: '/popups',
} as const;

/** The whole text of the page that answers an unknown path (spec §2). */
export const NOT_FOUND_TEXT = '404 Page Not Found';

/** The text of every link that leads back to the home page (spec §2). */
export const BACK_TO_HOME = 'Back to Home';
