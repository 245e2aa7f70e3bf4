import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The header of responses that are sent in more than one encoding. */
export const VARIES = { vary: 'accept-encoding' };

export type Encoding = 'br' | 'gzip' | 'identity';

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

/** Compression levels. */
export interface Effort {
  /** 0 to 11. */
  readonly brotli: number;
  /** 0 to 9. */
  readonly gzip: number;
}

/**
 * For pages that few visitors get. It takes a thirtieth of the time of the best levels, and makes a tenth more bytes.
 */
const QUICK: Effort = { brotli: 5, gzip: 6 };
export const BEST_BROTLI = 11;

/** Content that is served from memory, in each encoding that browsers accept. */
export interface Resource {
  readonly headers: Readonly<Record<string, string>>;
  readonly variants: Variants;
}

/** An encoding that is missing here is never sent. A promise is resolved when the variant is compressed. */
interface Variants {
  readonly identity: Variant;
  readonly br?: Variant | Promise<Variant>;
  readonly gzip?: Variant | Promise<Variant>;
}

/** The content in one encoding. */
export interface Variant {
  readonly encoding: Encoding;
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * @param bodies the content, plain and compressed
 * @param headers are sent with each variant
 */
export function createResource(
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Readonly<Record<string, string>>,
): Resource {
  const variant = createVariants(bodies.identity);
  return {
    headers: { ...headers, ...VARIES },
    variants: {
      identity: variant('identity', bodies.identity),
      ...(bodies.br && { br: variant('br', bodies.br) }),
      ...(bodies.gzip && { gzip: variant('gzip', bodies.gzip) }),
    },
  };
}

/**
 * Compresses each variant when it is first requested: some are never requested, and the start of the program does not
 * wait for compression.
 */
export function createTextResource(
  text: string,
  effort: Effort,
  headers: Readonly<Record<string, string>>,
): Resource {
  const identity = Buffer.from(text);
  const variant = createVariants(identity);
  const made = new Map<Encoding, Promise<Variant>>();
  const make = async (encoding: 'br' | 'gzip') => {
    try {
      return variant(encoding, await compress(identity, encoding, effort));
    } catch (error) {
      // The next request tries again: the memory for the compression may be free then.
      made.delete(encoding);
      throw error;
    }
  };
  return {
    headers: { ...headers, ...VARIES },
    variants: {
      identity: variant('identity', identity),
      get br() {
        return made.getOrInsertComputed('br', () => make('br'));
      },
      get gzip() {
        return made.getOrInsertComputed('gzip', () => make('gzip'));
      },
    },
  };
}

/** @param identity the uncompressed content; the entity tags of all variants are made from it */
export function createVariants(identity: Buffer): (encoding: Encoding, body: Buffer) => Variant {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return (encoding, body) => ({ encoding, body, etag: `"${hash}-${encoding}"` });
}

/** One encoding of a page that few visitors get. */
export async function createVariant(text: string, encoding: Encoding): Promise<Variant> {
  const identity = Buffer.from(text);
  const body = encoding === 'identity' ? identity : await compress(identity, encoding, QUICK);
  return createVariants(identity)(encoding, body);
}

/** Compresses text in Node's thread pool, so that the event loop is not blocked. */
async function compress(text: Buffer, encoding: 'br' | 'gzip', effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return await promisify(gzip)(text, { level: effort.gzip });
  return await promisify(brotliCompress)(text, brotliOptions(effort.brotli, text.length));
}

export function brotliOptions(quality: number, bytes: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}

/** Answers with the smallest variant that the browser accepts, or 304 if the browser already has that variant. */
export async function sendResource(
  { headers, variants }: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  const variant = await (variants[chooseEncoding(request.headers)] ?? variants.identity);
  return sendVariant(variant, headers, request, reply, status);
}

export function chooseEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const accepts = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/**
 * Answers with this variant, or 304 if the browser already has it.
 *
 * @param headers of the resource
 */
export function sendVariant(
  { encoding, body, etag }: Variant,
  headers: Resource['headers'],
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): FastifyReply {
  reply.headers({ ...headers, etag });
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    return reply.status(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.status(status).send(body);
}

/** Whether If-None-Match lists the tag, as a strong or weak tag, or is "*", which matches any (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
