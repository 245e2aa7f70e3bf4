import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Effort } from './compress.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** For responses that are sent in more than one encoding. */
export const VARIES = { vary: 'accept-encoding' };

/** Content that is served from memory, in each encoding that browsers accept. */
export interface Resource {
  readonly headers: Readonly<Record<string, string>>;
  readonly variants: Variants;
}

/** An encoding that is missing here is never sent. A promise means that the variant is being compressed. */
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
 * Compresses each variant when it is first requested: some are never requested, and the start need not wait for them.
 */
export function createTextResource(
  text: string,
  effort: Effort,
  headers: Readonly<Record<string, string>>,
): Resource {
  const identity = Buffer.from(text);
  const variant = createVariants(identity);
  const make = async (encoding: 'br' | 'gzip') =>
    variant(encoding, await compress(identity, encoding, effort));
  let br: Promise<Variant> | undefined;
  let gzip: Promise<Variant> | undefined;
  return {
    headers: { ...headers, ...VARIES },
    variants: {
      identity: variant('identity', identity),
      get br() {
        br ??= make('br');
        return br;
      },
      get gzip() {
        gzip ??= make('gzip');
        return gzip;
      },
    },
  };
}

/** @param identity the uncompressed content; the entity tags of all variants are made from it */
export function createVariants(identity: Buffer): (encoding: Encoding, body: Buffer) => Variant {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return (encoding, body) => ({ encoding, body, etag: `"${hash}-${encoding}"` });
}

/** Answers with the smallest variant that the browser accepts, or 304 if the browser already has that variant. */
export async function sendResource(
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  const variant = await (resource.variants[chooseEncoding(request)] ?? resource.variants.identity);
  return sendVariant(variant, request, reply.headers(resource.headers), status);
}

/** Answers with this variant, or 304 if the browser already has it. */
export function sendVariant(
  { encoding, body, etag }: Variant,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): FastifyReply {
  reply.header('etag', etag);
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    return reply.status(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.status(status).send(body);
}

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

export function chooseEncoding({ headers }: FastifyRequest): Encoding {
  const offers = (headers['accept-encoding'] ?? '')
    .split(',')
    .filter((offer) => !REFUSED.test(offer));
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
