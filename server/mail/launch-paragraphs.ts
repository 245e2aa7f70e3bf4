import { brand } from '../../brand.ts';
import type { Availability } from '../../contract/availability.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS, platformToCome } from '../../contract/launch.ts';
import { type Phone, phoneNames, phoneNouns, platformOf } from '../../contract/phones.ts';

/** A paragraph of a letter, which may end with a link. */
export interface Paragraph {
  words: string;
  link?: { label: string; url: string };
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Whether a person has a phone for which the app is not launched. */
export function isToCome(app: Availability, phone: Phone | null): boolean {
  return phone !== null && app[platformOf[phone]] !== 'launched';
}

/**
 * What a launch letter says below its button: where the app is, how to be kept for the other platform, and when the
 * address is deleted. A person who has named a phone gets only what concerns it.
 *
 * @param sentAt when this letter is sent
 */
export function launchParagraphs(
  app: Availability,
  keepUrl: string,
  sentAt: number,
  phone: Phone | null,
): readonly Paragraph[] {
  const stores: Paragraph[] = [];
  if (app.ios === 'launched' && app.iosLink && phone !== 'android')
    stores.push({ words: 'For iPhone:', link: { label: 'App Store', url: app.iosLink } });
  if (app.android === 'launched' && app.androidLink && phone !== 'iphone')
    stores.push({ words: 'For Android:', link: { label: 'Google Play', url: app.androidLink } });
  const other = platformToCome(app);
  const toCome = phone && other !== phoneNames[phone] ? undefined : other;
  const isWaiting = phone
    ? `You told us that you have an ${phoneNouns[phone]}: for it, ${brand.product} is still to come.`
    : `Waiting for ${brand.product} on ${toCome}? It’s still to come.`;
  const keep: Paragraph | undefined = toCome && {
    words: `${isWaiting} If you ask us to, we’ll keep your address until then, and write once more:`,
    link: { label: `Keep me for ${toCome}`, url: keepUrl },
  };
  const day = DAY.format(sentAt + LAUNCH_DELETION_DAYS * DAY_MS);
  const deletion = {
    words: keep
      ? `Otherwise we don’t need your address any more, and we’ll delete it on ${day}.`
      : `We don’t need your address any more, and we’ll delete it on ${day}.`,
  };
  return [...stores, ...(keep ? [keep] : []), deletion];
}
