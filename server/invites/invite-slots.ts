import { brand } from '../../brand.ts';
import { displayName } from '../../contract/inviters.ts';
import { appInvite } from '../../contract/invites.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import { inviteLink } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/storage.ts';
import { drawnName } from './picture/drawn-name.ts';

/** The blocks that Unicode keeps for scripts from right to left, and the mark that acts like one. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

/** What the head of an inviter's page says, by the names of its slots. All of it is plain text. */
export function inviteSlots(
  inviter: Inviter,
  pictureVersionOf: (name: string) => string,
): Readonly<Record<string, string>> {
  const name = displayName(inviter);
  const shown = isolate(name);
  const drawn = drawnName(name);
  return {
    inviteTitle: `${shown} ${appInvite.wantsYou(brand.product)}`,
    inviteDescription: `${shown}: “${appInvite.message(brand.product)}”`,
    inviteLink: inviteLink(inviter.id),
    invitePicture: `${invitePicturePath(inviter.id)}?v=${pictureVersionOf(name)}`,
    invitePictureAlt: `An invite from ${drawn ? isolate(drawn) : 'a friend'}: a large sun sets behind the roofs of a city`,
  };
}

/** A name from right to left must not turn the sentence around it, nor one from left to right pay for that. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
