import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BrotliCompress, createBrotliCompress } from 'node:zlib';
import { BEST_BROTLI, brotliOptions } from './resource.ts';

const SLOT_BYTES = 128;
/** The two bytes before a block influence how it is decoded, so a slot always ends with the same two. */
const END = '  ';
/** The most bytes of a text that is put into a slot. */
export const MAX_SLOT_BYTES = SLOT_BYTES - END.length;

/** The header of a brotli block of `SLOT_BYTES` bytes that are not compressed (RFC 7932, 9.2). */
const SLOT_HEADER = Buffer.alloc(3);
SLOT_HEADER.writeUIntLE((1 << 19) | ((SLOT_BYTES - 1) << 3), 0, SLOT_HEADER.length);

/**
 * Compresses HTML once, with slots for parts that differ each time. Spaces fill a slot, so a browser must ignore spaces
 * there. To compress a friend's page for each visitor takes 68 ms of the processor, and this about 1 ms. At a lower level
 * of compression, which is as fast, the page would not fit into its first ten packets.
 *
 * A block of brotli may copy bytes of earlier blocks. So that none copies bytes of a slot, the page is compressed with
 * random bytes in the slots: no later text is equal to them.
 *
 * @param texts the HTML before, between and after the slots
 * @returns a function that returns the whole compressed HTML, with at most `MAX_SLOT_BYTES` in each slot
 */
export async function compressAroundSlots(
  texts: readonly string[],
): Promise<(parts: readonly Buffer[]) => Buffer> {
  const slots = texts.length - 1;
  const bytes = Buffer.byteLength(texts.join('')) + slots * SLOT_BYTES;
  const encoder = createBrotliCompress(brotliOptions(BEST_BROTLI, bytes));
  const random = createHash('shake256', { outputLength: slots * MAX_SLOT_BYTES }).digest();
  const blocks: Buffer[] = [];
  for (const [slot, text] of texts.slice(0, -1).entries()) {
    blocks.push(await blockOf(encoder, text));
    const content = random.subarray(slot * MAX_SLOT_BYTES, (slot + 1) * MAX_SLOT_BYTES);
    await blockOf(encoder, Buffer.concat([content, Buffer.from(END)]));
  }
  encoder.end(texts.at(-1));
  const last = await buffer(encoder);
  return (parts) => {
    const slot = (index: number) => {
      const spaces = Buffer.alloc(SLOT_BYTES, ' ');
      parts[index]?.copy(spaces);
      return spaces;
    };
    const filled = blocks.flatMap((block, index) => [block, SLOT_HEADER, slot(index)]);
    return Buffer.concat([...filled, last]);
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
