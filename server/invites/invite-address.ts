import { inviteLink } from '../../contract/screens.ts';

/** The whole address of the link that somebody shares. @param publicUrl an origin without a path */
export function inviteAddress(publicUrl: string, inviterId: string): string {
  return `${publicUrl}${inviteLink(inviterId)}`;
}
