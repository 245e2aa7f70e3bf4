/**
 * The program takes these values only from this file. After a change run `npm run pictures`. Addresses under `.example`
 * are not real.
 */
export const brand = {
  product: 'Impromptu',
  tagline: 'where spontaneous happens',
  /** What the product is, as it follows its name: “Impromptu is …”. */
  about: 'the app for spontaneous plans with friends',
  /** Who runs the product, as the legal pages name them. */
  legalEntity: 'Impromptu Labs, Inc.',
  contactEmail: 'hello@impromptu.example',
  /**
   * The lines of the postal address, such as street and city. It stands on the legal pages and in mailings, which are
   * not sent without one.
   */
  postalAddress: [] as readonly string[],
  social: {
    instagram: 'https://www.instagram.com/impromptu.example',
    tiktok: 'https://www.tiktok.com/@impromptu.example',
    twitter: 'https://twitter.com/impromptu_example',
  },
  /** The invite to the iOS beta. Every download button links to it. */
  betaLink: 'https://testflight.apple.com/join/impromptu',
  /**
   * Apple's ids of the app: iOS uses them to open a tapped invite link in the app, if the app is installed.
   * The team's id is in Apple's developer account, the bundle's id in the app.
   */
  universalLinks: { teamId: 'ABCDE12345', bundleId: 'example.impromptu.app' },
} as const;

/**
 * The brand's colours, each as `#rrggbb` or `oklch(lightness chroma hue)`. From them the build makes the colours of all
 * hours, houses, letters and pictures; it refuses text that has too little contrast. What is left out keeps the colour
 * for which the pages were drawn. Apart from `brand`, because browsers get every field of `brand`.
 */
export const palette: {
  /** Buttons and the sun. */
  readonly accent?: string;
  /** Text, and the paper behind it. With an ink lighter than its paper the site is dark at all hours. */
  readonly ink?: string;
  readonly paper?: string;
  /** The colour on which skies and houses lean. By default it is the accent; a grey makes them grey. */
  readonly sky?: string;
  /** At 0:00, 6:00, 12:00, 18:00 and 21:00: two or three colours each, from the top down to the horizon. */
  readonly skies?: {
    readonly [hour in 'night' | 'dawn' | 'noon' | 'evening' | 'late']?: readonly string[];
  };
} = {};
