/** The query parameter with a member's code, in the link with which the member invites friends to the waitlist. */
export const VIA_QUERY = 'via';
/** A code in such a link: digits and letters that are hard to confuse. */
export const memberCode = { characters: '23456789abcdefghjkmnpqrstuvwxyz', length: 8 } as const;
export const MEMBER_CODE = new RegExp(`^[${memberCode.characters}]{${memberCode.length}}$`);
