import type { FastifyApp } from '../app-parts.ts';
import { errors } from './errors.ts';

/** More than a call needs, except calls that accept lists, which have a higher maximum. */
export const MAX_BODY_BYTES = 16 * 1024;
/** More than a call needs. A long body with many levels would block the event loop for about 50 ms. */
export const MAX_BODY_DEPTH = 32;

/**
 * Accepts only bodies of these types, with JSON in valid UTF-8. Refuses the key `__proto__`, and repeated
 * keys: of two values for a name, the app's back end or an import would lose one unnoticed, and a filter in front of
 * the site could check the other one.
 */
export function readJsonBodies(app: FastifyApp, types = ['application/json']): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    types,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request, body, done) => {
      // Many clients send this Content-Type with every request, even without a body.
      if (request.method === 'DELETE' && body.length === 0) return done(null, undefined);
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') return done(errors.compressedBody());
      const text = decode(body as Buffer);
      if (text === undefined) return done(errors.invalidJson());
      if (isTooDeep(text)) return done(errors.tooDeep(MAX_BODY_DEPTH));
      // Refuses the key `__proto__` too. It calls back before it returns.
      parseSafely(request, text, (error, value) => {
        if (error) done(errors.invalidJson());
        else if (repeatsKey(text, value)) done(errors.repeatedKey());
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

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += Number(character === '\\');
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > MAX_BODY_DEPTH) return true;
  }
  return false;
}

/** @param value what JSON.parse made of the text: of several equal keys it has only the last */
function repeatsKey(text: string, value: unknown): boolean {
  const count = countKeys(value);
  // Usually no string has a colon. Then the keys need not be found: finding them takes longer than parsing.
  if (text.split(':').length - 1 <= count) return false;
  return [...text.matchAll(STRINGS)].filter(([, colon]) => colon).length > count;
}

/** Each string, and the colon after a key. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Uses neither recursion nor `push(...parts)`, because a deep or long body would overflow the stack. */
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
