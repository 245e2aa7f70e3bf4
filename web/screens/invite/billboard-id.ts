/** Not in `element-ids.ts`: the scripts of the invite and the QR code would share a chunk, and need one more request. */
export const BILLBOARD_ID = 'billboard';
