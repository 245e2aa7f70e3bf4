import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';

export type Ways = NonNullable<PositionResponse['ways']>;
export type Platform = keyof Ways;
export type Device = Platform | 'desktop';

/** @param navigator of the browser. An iPad says that it is a Mac, but has a touch screen. */
export function deviceOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (userAgent.includes('Android')) return 'android';
  const isIos = /iPhone|iPad|iPod/.test(userAgent);
  return isIos || (userAgent.includes('Macintosh') && maxTouchPoints > 1) ? 'ios' : 'desktop';
}

/** The ways into the app that fit a device: its own, or on a desktop, which runs no app, those of all phones. */
export function waysFor(device: Device, ways: Ways): { platform: Platform; href: string }[] {
  const platforms = device === 'desktop' ? (['ios', 'android'] as const) : [device];
  return platforms.flatMap((platform) => {
    const href = ways[platform];
    return href === null ? [] : [{ platform, href }];
  });
}
