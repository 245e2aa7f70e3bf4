import type { AppPlatforms, PlatformState } from '../../contract/availability.ts';

/** The texts of what an invite offers. */

export const JOIN_ON_ANDROID = 'Join the waitlist';

/** The note in each state of the app. */
export function platformsNote({ ios, android }: AppPlatforms): string {
  if (ios !== 'preorder' && (android === 'beta' || android === 'launched')) {
    return {
      beta: 'Available on iOS and Android',
      paused: 'Available on Android',
      launched: 'In the App Store and on Google Play',
    }[ios];
  }
  return [noteOfIos[ios], noteOfAndroid[android]].filter(Boolean).join(' • ');
}

const noteOfIos = {
  beta: 'Available on iOS',
  paused: '',
  preorder: 'Pre-order on iOS',
  launched: 'In the App Store',
} as const satisfies Record<AppPlatforms['ios'], string>;
const noteOfAndroid = {
  soon: 'Android coming soon',
  beta: 'Available on Android',
  test: 'In a test on Android',
  preregister: 'Pre-register on Android',
  launched: 'On Google Play',
} as const satisfies Record<AppPlatforms['android'], string>;

/** What visitors should know before everybody can install the app. */
export const earlyNotes: Readonly<Partial<Record<PlatformState, string>>> = {
  preorder: 'Pre-order it now, and it installs itself on the day.',
  preregister: 'Pre-register now, and Google Play tells you when it is out.',
  test: 'The test is for those whom we have let in. On the waitlist you’ll hear from us first.',
  soon: 'On the waitlist you’ll hear from us first.',
};

/** Shown while the beta is full, around the inviter’s name. */
export const fullBeta = {
  before: 'The beta is full for now. Leave your email, and',
  after: '’s invite waits with it.',
  nameless: 'your friend',
} as const;
