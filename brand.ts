/**
 * The program takes these values only from this file. The name is also drawn in `web/design/logo.tsx`. Addresses under
 * `.example` are not real.
 */
export const brand = {
  product: 'Impromptu',
  tagline: 'where spontaneous happens',
  /** Who runs the product, as the legal pages name them. */
  legalEntity: 'Impromptu Labs, Inc.',
  contactEmail: 'hello@impromptu.example',
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
  /** The colours that browsers show around the page: in the light and in the dark hours of the sky. */
  themeColor: { light: '#ffd9b0', dark: '#080b20' },
} as const;
