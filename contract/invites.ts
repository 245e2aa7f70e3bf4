/** Shown after the inviter's name, and followed by the name or the logo of the product. */
export const WANTS_YOU_ON = 'wants you on';

/** The texts of an invite that its page and the preview of its link in a chat show (spec §8). */
export const invitation = {
  /** Shown after the inviter's name. */
  wantsYou: (product: string) => `${WANTS_YOU_ON} ${product}!`,
  message: (product: string) => `I made an ${product}, join me for exclusive spontaneous fun`,
} as const;

/** The alternative text of an inviter's picture, or of the general picture. */
export function invitePictureAlt(product: string, name = 'A friend'): string {
  return `“${name} ${WANTS_YOU_ON} ${product}” beside a large sun, above the roofs of a city`;
}
