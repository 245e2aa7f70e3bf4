/** In a separate file, so that the script of the QR code does not import React. */
export const BILLBOARD_ID = 'billboard';
