import { brand } from '../../brand.ts';
import type { Availability } from '../../contract/availability.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import {
  deletionDay,
  launchedPlatforms,
  nameOfDay,
  platformToCome,
} from '../../contract/launch.ts';
import { countDays, type LetterBudget } from '../../contract/mail.ts';
import { MAILING_BEGINS_AFTER_MINUTES } from '../../contract/mailings.ts';
import { type Phone, phoneNames, phoneNouns } from '../../contract/phones.ts';
import type { Storage } from '../../storage/open.ts';

/** A paragraph of a letter, which may end with a link. */
export interface Paragraph {
  words: string;
  link?: { label: string; url: string };
}

/**
 * What a launch letter names that is sent now. It leaves on as many days as the budget needs, and its day of deletion is
 * not before that of the letters before.
 */
export async function planLaunch(
  { mailings, launch }: Pick<Storage, 'mailings' | 'launch'>,
  app: Availability,
  budget: LetterBudget,
  now: number,
) {
  const begins = now + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS;
  const platforms = launchedPlatforms(app);
  const { people, crowded } = await mailings.figures('launch', { people: 1 }, platforms);
  const days = countDays(people, budget, crowded);
  return { app, platforms, day: Math.max(deletionDay(begins, days), await launch.newestDay()) };
}

/**
 * What a launch letter says below its button: where the app is, how to be kept for the other platform, and when the
 * address is deleted. A person who has named a phone gets only what concerns it.
 *
 * @param day the named day of deletion, see `dayOf`
 */
export function launchParagraphs(
  app: Availability,
  keepUrl: string,
  day: number,
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
  const begin = keep ? 'Otherwise we don’t' : 'We don’t';
  const deletion = {
    words: `${begin} need your address any more. We’ll delete it, not before ${nameOfDay(day)}.`,
  };
  return [...stores, ...(keep ? [keep] : []), deletion];
}
