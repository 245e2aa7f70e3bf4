/**
 * This id is in a separate file. If it were in `element-ids.ts`, the scripts of the invite and of the QR code would
 * share a chunk, which needs one more request.
 */
export const BILLBOARD_ID = 'billboard';
