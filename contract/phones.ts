/** Which phone a person has who has confirmed, if they have said so (decision 069). Others get letters for both. */

/** The index of a phone is its number in the tables. */
export const phones = ['iphone', 'android'] as const;
export type Phone = (typeof phones)[number];

export const phoneNames: Readonly<Record<Phone, string>> = { iphone: 'iPhone', android: 'Android' };
/** After "an" or "your". */
export const phoneNouns: Readonly<Record<Phone, string>> = {
  iphone: 'iPhone',
  android: 'Android phone',
};

/** The platform of the app for each phone, see `Availability`. */
export const platformOf = { iphone: 'ios', android: 'android' } as const satisfies Readonly<
  Record<Phone, string>
>;

/** The stores that each phone can open. */
export const storesOf: Readonly<Record<Phone, readonly string[]>> = {
  iphone: ['https://apps.apple.com', 'https://testflight.apple.com'],
  android: ['https://play.google.com'],
};

/** @returns the phone for which a link is, if it leads to a store */
export function phoneOfLink(link: string): Phone | undefined {
  const origin = URL.parse(link)?.origin ?? '';
  return phones.find((phone) => storesOf[phone].includes(origin));
}
