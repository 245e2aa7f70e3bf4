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
  /** What browsers show around a page until its script has read the hour, and around an installed shortcut. */
  themeColor: { light: '#ffd9b0', dark: '#080b20' },
} as const;

/**
 * The colours of the pages and letters, as `oklch(lightness chroma hue)`. The build refuses text that has too little
 * contrast at any hour. Apart from `brand`, because scripts contain all of that.
 */
export const palette = {
  /** Turns the hues of all skies and houses by these degrees: at 180 the evening is turquoise, and noon is sand. */
  skyTurn: 0,
  /** Text on the sky and on paper, and the paper of fields and long texts: while the sky is light, and dark. */
  light: {
    ink: 'oklch(0.22 0.07 305)',
    'ink-soft': 'oklch(0.3 0.075 310)',
    paper: 'oklch(0.985 0.012 85)',
  },
  dark: {
    ink: 'oklch(0.97 0.02 85)',
    'ink-soft': 'oklch(0.9 0.035 80)',
    paper: 'oklch(0.23 0.05 290)',
  },
  /** Buttons, and the text on them. */
  accent: {
    sun: 'oklch(0.74 0.17 52)',
    'sun-bright': 'oklch(0.79 0.145 60)',
    'sun-deep': 'oklch(0.64 0.18 42)',
    'sun-ink': 'oklch(0.22 0.06 30)',
  },
} as const;
