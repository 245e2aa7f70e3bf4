/** On its own, because the script of the code must not bring React along. */
export const BILLBOARD_ID = 'billboard';
