import type { FastifyInstance } from 'fastify';
import { errors } from './errors.ts';

/** More than any call needs that does not accept lists. */
export const MAX_BODY_BYTES = 16 * 1024;

/**
 * Reads bodies of type application/json and no others. Strict, so that a proxy in front cannot understand the same
 * bytes differently: valid UTF-8, no `__proto__`, no key twice.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request, body, done) => {
      // Many clients send the type with every request, even without a body.
      if (request.method === 'DELETE' && body.length === 0) return done(null, undefined);
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') return done(errors.compressedBody());
      const text = decode(body as Buffer);
      if (text === undefined) return done(errors.invalidJson());
      parseSafely(request, text, (error, value) => {
        if (error) done(errors.invalidJson());
        else if (namesKeyTwice(text, value)) done(errors.repeatedKey());
        else done(null, value);
      });
    },
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Outside strings a colon follows each key. JSON.parse keeps one of several equal keys, so the counts differ. */
function namesKeyTwice(text: string, value: unknown): boolean {
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
  return colons > countKeys(value);
}

/** Without recursion or spreading: a body may be deeper or longer than the stack allows. */
function countKeys(value: unknown): number {
  let keys = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next);
    if (!Array.isArray(next)) keys += parts.length;
    for (const part of parts) left.push(part);
  }
  return keys;
}
