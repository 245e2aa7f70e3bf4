import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

/** One thing that is served from memory, in every encoding that a browser may ask for. */
export interface Resource {
  readonly headers: Readonly<Record<string, string>>;
  readonly variants: Readonly<Partial<Record<Encoding, Variant>>> & { readonly identity: Variant };
}

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * @param bodies the content, as it is and compressed; a variant that is missing is never sent
 * @param headers what is sent with each variant
 */
export function createResource(
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Record<string, string>,
): Resource {
  const hash = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22);
  const variant = (encoding: Encoding, body: Buffer): Variant => ({
    body,
    etag: `"${hash}-${encoding}"`,
  });
  return {
    headers: { ...headers, vary: 'accept-encoding' },
    variants: {
      identity: variant('identity', bodies.identity),
      ...(bodies.br && { br: variant('br', bodies.br) }),
      ...(bodies.gzip && { gzip: variant('gzip', bodies.gzip) }),
    },
  };
}

/** Answers with the smallest variant that the browser takes, or 304 when it already has that one. */
export function sendResource(
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  const variant = resource.variants[encoding] ?? resource.variants.identity;
  reply.headers(resource.headers).header('etag', variant.etag);
  if (status === 200 && names(request.headers['if-none-match'], variant.etag)) {
    return reply.status(304).send();
  }
  if (variant !== resource.variants.identity) reply.header('content-encoding', encoding);
  return reply.status(status).send(variant.body);
}

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/i;

function chooseEncoding(accepted: string): Encoding {
  const offers = accepted.split(',').filter((offer) => !REFUSED.test(offer));
  const takes = (encoding: string) =>
    offers.some((offer) => offer.trim().split(';', 1)[0]?.trim().toLowerCase() === encoding);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** If-None-Match holds a list of tags, each perhaps marked weak, or "*" for any. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
