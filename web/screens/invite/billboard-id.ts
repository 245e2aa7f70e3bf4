/** If this were in `element-ids.ts`, the scripts of invite and QR code would share a chunk: one more request. */
export const BILLBOARD_ID = 'billboard';
