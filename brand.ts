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
