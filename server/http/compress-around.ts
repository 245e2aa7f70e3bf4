import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BrotliCompress, createBrotliCompress } from 'node:zlib';
import { BEST_BROTLI, brotliOptions } from './resource.ts';

const ROOM_BYTES = 256;
/** The two bytes before a block influence how it is decoded, so the room always ends with the same two. */
const END = '  ';
/** How many bytes may stand between the compressed texts. */
export const MAX_BETWEEN_BYTES = ROOM_BYTES - END.length;

/** The header of a brotli block of `ROOM_BYTES` bytes that are not compressed (RFC 7932, 9.2). */
const ROOM_HEADER = Buffer.alloc(3);
ROOM_HEADER.writeUIntLE((1 << 19) | ((ROOM_BYTES - 1) << 3), 0, ROOM_HEADER.length);

/**
 * Compresses HTML once, with room for a part that differs each time. Spaces fill the room, so a browser must ignore
 * spaces there.
 *
 * A later block of brotli may copy bytes of earlier ones, but none of the room: it is compressed with random bytes in
 * the room, which occur nowhere else.
 *
 * @returns a function that returns the whole compressed HTML, with at most `MAX_BETWEEN_BYTES` in the room
 */
export async function compressAround(
  before: string,
  after: string,
): Promise<(between: Buffer) => Buffer> {
  const bytes = Buffer.byteLength(before) + ROOM_BYTES + Buffer.byteLength(after);
  const encoder = createBrotliCompress(brotliOptions(BEST_BROTLI, bytes));
  const first = await blockOf(encoder, before);
  const random = createHash('shake256', { outputLength: MAX_BETWEEN_BYTES }).digest();
  await blockOf(encoder, Buffer.concat([random, Buffer.from(END)]));
  encoder.end(after);
  const last = await buffer(encoder);
  return (between) => {
    const room = Buffer.alloc(ROOM_BYTES, ' ');
    between.copy(room);
    return Buffer.concat([first, ROOM_HEADER, room, last]);
  };
}

/** @returns the compressed bytes of this part alone */
async function blockOf(encoder: BrotliCompress, part: string | Buffer): Promise<Buffer> {
  encoder.write(part);
  await new Promise<void>((resolve, reject) => {
    encoder.once('error', reject);
    encoder.flush(resolve);
  });
  return encoder.read() as Buffer;
}
