import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, send } from './answer.ts';
import { chooseEncoding, compress, type Effort, type Encoding } from './encoding.ts';

/** The header of responses that are sent in more than one encoding. */
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
  const make = async (encoding: 'br' | 'gzip') =>
    variant(encoding, await compress(identity, encoding, effort));
  const made: { br?: Variant | Promise<Variant>; gzip?: Variant | Promise<Variant> } = {};
  const remember = (encoding: 'br' | 'gzip') => {
    made[encoding] ??= make(encoding).then(
      (variant) => {
        made[encoding] = variant;
        return variant;
      },
      (error) => {
        // The next request tries again: the memory for the compression may be free then.
        delete made[encoding];
        throw error;
      },
    );
    return made[encoding];
  };
  return {
    headers: { ...headers, ...VARIES },
    variants: {
      identity: variant('identity', identity),
      get br() {
        return remember('br');
      },
      get gzip() {
        return remember('gzip');
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
  { headers }: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  const { variants } = resource;
  const variant = await (variants[chooseEncoding(headers)] ?? variants.identity);
  return send(answerWith(variant, resource.headers, headers, status), reply);
}

/**
 * @param headers of the resource
 * @param asked the headers of the request
 * @returns the answer with this variant, or 304 if the browser already has it
 */
export function answerWith(
  { encoding, body, etag }: Variant,
  headers: Resource['headers'],
  asked: IncomingHttpHeaders,
  status = 200,
): Answer {
  const unchanged = { ...headers, etag };
  if (status === 200 && matches(asked['if-none-match'], etag)) {
    return { status: 304, headers: unchanged, body: undefined };
  }
  const encoded = encoding !== 'identity' && { 'content-encoding': encoding };
  return { status, headers: { ...unchanged, ...encoded }, body };
}

/** Whether If-None-Match lists the tag, as a strong or weak tag, or is "*", which matches any (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
