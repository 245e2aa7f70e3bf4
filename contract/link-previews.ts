/** The pictures that chats show of a link that somebody has sent. All lengths are in pixels. */

/** The shape that chats show across their whole width. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** Beyond this some chats show no picture. */
export const MAX_PREVIEW_BYTES = 300 * 1024;

/** The sun of the picture that names an inviter: the build draws it, the server writes the initial on it. */
export const INVITE_PICTURE_SUN = { x: 946, y: 350, radius: 178 };

/** Stands in for a picture that names an inviter. */
export const GENERAL_INVITE_PICTURE = '/preview-app-invite.png';

/** Where the picture of an inviter's link is; see `invitePicturePath`. */
export const INVITE_PICTURE_ROUTE = '/og/invite/:picture';

/** The path of the picture of an inviter's link, whose id becomes one segment whatever it contains. */
export function invitePicturePath(inviterId: string): string {
  return INVITE_PICTURE_ROUTE.replace(':picture', () => `${encodeURIComponent(inviterId)}.png`);
}
