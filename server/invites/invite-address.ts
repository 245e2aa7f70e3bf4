import { inviteLink } from '../../contract/screens.ts';

/** The URL of an inviter's link. @param publicUrl an origin without a path */
export function inviteAddress(publicUrl: string, inviterId: string): string {
  return `${publicUrl}${inviteLink(inviterId)}`;
}
