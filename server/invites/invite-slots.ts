import { brand } from '../../brand.ts';
import { displayName } from '../../contract/inviters.ts';
import { invitation, invitePictureAlt } from '../../contract/invites.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import { inviteLink, inviteQuery } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/interface/invites.ts';

/** Unicode's blocks for right-to-left scripts, and the right-to-left mark. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

/** @returns the texts for the slots that name the inviter. They are plain text, not HTML */
export function inviteSlots(
  inviter: Inviter,
  pictureVersionOf: (name: string) => string,
): Readonly<Record<string, string>> {
  const name = displayName(inviter);
  const shown = isolate(name);
  return {
    inviteName: name,
    inviteQuery: String(new URLSearchParams({ [inviteQuery.inviter]: inviter.id })),
    inviteTitle: `${shown} ${invitation.wantsYou(brand.product)}`,
    inviteDescription: `${shown}: “${invitation.message(brand.product)}”`,
    inviteLink: inviteLink(inviter.id),
    invitePicture: `${invitePicturePath(inviter.id)}?v=${pictureVersionOf(name)}`,
    invitePictureAlt: invitePictureAlt(brand.product, shown),
  };
}

/** Isolates a right-to-left name, so that it does not reorder the sentence. Other names need no isolates. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
