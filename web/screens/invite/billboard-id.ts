/**
 * In a separate file: in `element-ids.ts` this id would make the scripts of invite and QR code share a chunk, which
 * needs one more request.
 */
export const BILLBOARD_ID = 'billboard';
