import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

export function chooseEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const accepts = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Compression levels. */
export interface Effort {
  /** 0 to 11. */
  readonly brotli: number;
  /** 0 to 9. */
  readonly gzip: number;
}

/** Compresses text in Node's thread pool, so that the event loop is not blocked. */
export async function compress(
  text: Buffer,
  encoding: 'br' | 'gzip',
  effort: Effort,
): Promise<Buffer> {
  if (encoding === 'gzip') return await promisify(gzip)(text, { level: effort.gzip });
  return await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}
