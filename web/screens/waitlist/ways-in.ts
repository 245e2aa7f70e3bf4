import { platformOf } from '../../../contract/phones.ts';
import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';

export type Ways = NonNullable<PositionResponse['ways']>;
export type Platform = keyof Ways;
export type Device = Platform | 'desktop';
type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The id of the island. */
export const POSITION_ID = 'position';

/** Whether the home page has the form of the waitlist. */
export function hasForm(): boolean {
  return document.getElementById(POSITION_ID)?.dataset['form'] !== undefined;
}

/** The state of the app on a platform before everybody can install it: a key of `earlyButtons`. */
export function earlyStateOf(platform: Platform): string | undefined {
  return document.getElementById(POSITION_ID)?.dataset[platform];
}

/** Whether the store of the platform only takes orders for the app. */
export function takesOrders(platform: Platform): boolean {
  const state = earlyStateOf(platform);
  return state === 'preorder' || state === 'preregister';
}

/** @param navigator of the browser. An iPad says that it is a Mac, but has a touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: Browser): Device {
  if (userAgent.includes('Android')) return 'android';
  const isIos = /iPhone|iPad|iPod/.test(userAgent);
  return isIos || (userAgent.includes('Macintosh') && maxTouchPoints > 1) ? 'ios' : 'desktop';
}

/** The platform of the phone that the person has named, or else the device. */
export function targetOf(phone: PositionResponse['phone'], browser: Browser): Device {
  return phone ? platformOf[phone] : deviceOf(browser);
}

/** The links to the app that fit a device: on a phone that of its platform, on a desktop those of all platforms. */
export function waysFor(device: Device, ways: Ways): { platform: Platform; href: string }[] {
  const platforms = device === 'desktop' ? (['ios', 'android'] as const) : [device];
  return platforms.flatMap((platform) => {
    const href = ways[platform];
    return href === null ? [] : [{ platform, href }];
  });
}

/** A member whose phone can get the launched app does not wait any more. A desktop does not show which phone it is. */
export function withLaunch(
  { position, ...response }: PositionResponse,
  browser: Browser,
): PositionResponse {
  const { ways, phone } = response;
  const device = targetOf(phone, browser);
  const isIn = device !== 'desktop' && ways && waysFor(device, ways).length > 0;
  if (position && isIn) return { ...response, state: 'invited' };
  return position ? { ...response, position } : response;
}
