import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

/** Compression levels. */
interface Effort {
  /** 0 to 11. */
  readonly brotli: number;
  /** 0 to 9. */
  readonly gzip: number;
}

/**
 * For pages that many visitors get. One level below brotli's best: 2 % more bytes in a third of the time. The first
 * visitor of a page waits for the compression.
 */
export const EFFORT: Effort = { brotli: 10, gzip: 9 };
/** For pages that few visitors get: a tenth more bytes in a fifteenth of the time, which is about 1.5 ms. */
export const QUICK: Effort = { brotli: 5, gzip: 6 };

type Body = Buffer | Promise<Buffer>;

/** Content that is served from memory, in each encoding that browsers accept. */
export interface Resource {
  readonly headers: Readonly<Record<string, string>>;
  /** A hash of the plain content. The entity tags of all encodings are made from it. */
  readonly hash: string;
  readonly identity: Buffer;
  /** @returns undefined if the content is never sent in this encoding */
  readonly compressed: (encoding: 'br' | 'gzip') => Body | undefined;
}

/**
 * @param bodies the content, plain and compressed
 * @param headers are sent with each encoding
 */
export function createResource(
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Readonly<Record<string, string>>,
): Resource {
  const { identity } = bodies;
  return withHash(identity, headers, (encoding) => bodies[encoding]);
}

/**
 * Compresses the text in each encoding when it is first requested: some are never requested, and the start of the
 * program does not wait for compression.
 */
export function createTextResource(
  text: string,
  effort: Effort,
  headers: Readonly<Record<string, string>>,
): Resource {
  const identity = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return withHash(identity, headers, (encoding) =>
    made.getOrInsertComputed(encoding, () => compress(identity, encoding, effort)),
  );
}

function withHash(
  identity: Buffer,
  headers: Readonly<Record<string, string>>,
  compressed: Resource['compressed'],
): Resource {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { headers: { ...headers, vary: 'accept-encoding' }, hash, identity, compressed };
}

/** Compresses text in Node's thread pool, so that the event loop is not blocked. */
async function compress(text: Buffer, encoding: 'br' | 'gzip', effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return await promisify(gzip)(text, { level: effort.gzip });
  return await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Answers in the smallest encoding that the browser accepts, or 304 if the browser already has this answer. */
export async function sendResource(
  { headers, hash, identity, compressed }: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  const accepted = chooseEncoding(request.headers);
  const body = accepted === 'identity' ? undefined : await compressed(accepted);
  const encoding = body ? accepted : 'identity';
  const etag = `"${hash}-${encoding}"`;
  reply.headers({ ...headers, etag });
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    return reply.status(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.status(status).send(body ?? identity);
}

function chooseEncoding({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const accepts = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Whether If-None-Match lists the tag, as a strong or weak tag, or is "*", which matches any (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
