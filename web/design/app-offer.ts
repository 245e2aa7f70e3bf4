/** What an invite offers on each kind of device, in each state of the app. */
import { brand } from '../../brand.ts';
import { type AppPlatforms, type Availability, platformsOf } from '../../contract/availability.ts';
import { earlyNotes, fullBeta, JOIN_ON_ANDROID, platformsNote } from './offer-texts.ts';
import { earlyButtons } from './screen-texts.ts';
import { joinButton } from './waitlist-texts.ts';

/** The class by which the stylesheet hides a part on other devices; without it, every device shows the part. */
export type OnlyOn = 'android-only' | 'not-android';

export type OfferedButton = { readonly only?: OnlyOn | undefined } & (
  | {
      readonly leadsTo: 'waitlist';
      readonly words: string;
      /** Whether a quieter button follows it on the same device. */
      readonly isFirstOfTwo?: true;
    }
  | {
      readonly leadsTo: 'ios' | 'android';
      /** Undefined: the page's own words. */
      readonly words: string | undefined;
    }
);

export interface OfferedNote {
  readonly only?: OnlyOn | undefined;
  /** Without it: that the beta is full, in the words of the page. */
  readonly text?: string | undefined;
}

/**
 * The buttons, in their order. On Android before its launch, the waitlist's button is first, and that of the test or of
 * the beta for iOS is the second and quieter one. A pre-order is of no use on Android.
 */
export function offeredButtons({ ios, android }: AppPlatforms): OfferedButton[] {
  const waitlist = { only: 'android-only', leadsTo: 'waitlist', words: JOIN_ON_ANDROID } as const;
  const forOthers = android !== 'soon' || ios === 'preorder' ? 'not-android' : undefined;
  const buttons: OfferedButton[] = [];
  if (android === 'test' || (android === 'soon' && (ios === 'beta' || ios === 'launched')))
    buttons.push({ ...waitlist, isFirstOfTwo: true });
  else if (android === 'soon' && ios === 'preorder') buttons.push(waitlist);
  if (android !== 'soon')
    buttons.push({ only: 'android-only', leadsTo: 'android', words: earlyButtons[android] });
  if (ios === 'paused')
    buttons.push({ only: forOthers, leadsTo: 'waitlist', words: joinButton.idle });
  else buttons.push({ only: forOthers, leadsTo: 'ios', words: earlyButtons[ios] });
  return buttons;
}

/** The sentences beside the buttons: the platforms of the app, and what visitors should know. */
export function offeredNotes(app: AppPlatforms): OfferedNote[] {
  const { ios, android } = app;
  const isOnAndroid = android !== 'soon';
  const notes: OfferedNote[] = [];
  if (ios === 'paused') notes.push({ only: isOnAndroid ? 'not-android' : undefined });
  if (ios === 'paused' && !isOnAndroid) return notes;
  notes.push({ text: platformsNote(app) });
  if (ios === 'preorder') notes.push({ only: 'not-android', text: earlyNotes.preorder });
  const onAndroid = earlyNotes[android];
  if (onAndroid) notes.push({ only: 'android-only', text: onAndroid });
  return notes;
}

/** What a device shows on an invite: its sentences, and the first of its buttons, which is the main one. */
export interface Offer {
  readonly button: string;
  /** Null for the form of the waitlist. */
  readonly link: string | null;
  readonly sentences: readonly string[];
}

export function offerOn(availability: Availability, isAndroid: boolean): Offer {
  const app = platformsOf(availability);
  const isShown = ({ only }: { only?: OnlyOn | undefined }) =>
    only === undefined || (only === 'android-only') === isAndroid;
  const button = offeredButtons(app).find(isShown);
  const { iosLink, androidLink } = availability;
  const links = { ios: iosLink ?? brand.betaLink, android: androidLink, waitlist: null };
  return {
    button: button?.words ?? `Get ${brand.product}`,
    link: button ? links[button.leadsTo] : null,
    sentences: offeredNotes(app)
      .filter(isShown)
      .map(({ text }) => text ?? `${fullBeta.before} ${fullBeta.nameless}${fullBeta.after}`),
  };
}
