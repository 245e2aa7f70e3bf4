/** The texts of an invite, and the preview pictures that chat apps show of a shared link, in pixels. */

/** Shown after the inviter's name, and followed by the name or the logo of the product. */
export const WANTS_YOU_ON = 'wants you on';

/** The texts of an invite that its page and the preview of its link in a chat show. */
export const invitation = {
  /** Shown after the inviter's name. */
  wantsYou: (product: string) => `${WANTS_YOU_ON} ${product}!`,
  message: (product: string) =>
    `I made ${withArticle(product)}, join me for exclusive spontaneous fun`,
} as const;

/** A name that begins with a vowel's sound, as far as its spelling shows: an Uno, a Unit, a Euro, an 8mm. */
const VOWEL_FIRST = /^(?!eu|ewe|uni(?!n)|u[bfkt][aeiou]|us[aeu]|one|once)[aeiou8аеиоуэαεηιουω]/;

/** The name after "a" or "an". */
export function withArticle(name: string): string {
  const letters = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return `${VOWEL_FIRST.test(letters) ? 'an' : 'a'} ${name}`;
}

/** The alternative text of an inviter's picture, or of the general picture. */
export function invitePictureAlt(product: string, name = 'A friend'): string {
  return `“${name} ${WANTS_YOU_ON} ${product}” above a large sun and the roofs of a city`;
}

/** The size of a picture that chats show across their whole width. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** Some chat apps ignore a larger picture. */
export const MAX_PREVIEW_BYTES = 300 * 1024;

/** The sun in an inviter's picture: the build draws it, the server writes the initial on it. */
export const INVITE_PICTURE_SUN = { x: 600, y: 468, radius: 164 };

/** What the build makes for an inviter's picture: drawings as SVG, and the colours of the words on them. */
export interface InvitePictureParts {
  readonly scene: string;
  /** If missing, the product's name is written instead. */
  readonly logo?:
    | {
        readonly drawing: string;
        /** As in the attribute `viewBox`, but with its baseline at 0. */
        readonly box: readonly [left: number, top: number, width: number, height: number];
      }
    | undefined;
  /** The colour of the name. */
  readonly ink: string;
  /** The colour of the initial. */
  readonly sunInk: string;
}

/** The picture that is shown if there is no picture with the inviter's name. */
export const GENERAL_INVITE_PICTURE = '/preview-app-invite.png';

/** The route of an inviter's picture; see `invitePicturePath`. */
export const INVITE_PICTURE_ROUTE = '/og/invite/:picture';

/** The path of an inviter's picture. The id is encoded as one segment, even if it contains a slash. */
export function invitePicturePath(inviterId: string): string {
  return INVITE_PICTURE_ROUTE.replace(':picture', () => `${encodeURIComponent(inviterId)}.png`);
}
