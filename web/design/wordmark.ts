/**
 * Divides the product's name, in the lower case of the logo, at its first "o", which has the colour of the sun. The
 * Cyrillic and the Greek letter look the same. A name without such a letter has an empty `orb`.
 */
export function wordmarkOf(name: string): { before: string; orb: string; after: string } {
  const [, before = '', orb = '', after = ''] =
    /^((?:[^oоο]|[oоο](?=\p{M}))*)(.?)(.*)$/su.exec(name.normalize('NFC').toLowerCase()) ?? [];
  return { before, orb, after };
}
