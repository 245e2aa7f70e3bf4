import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** A setting may contain the hash of a key instead of the key, with this prefix. */
const HASHED = 'sha256:';

/**
 * @returns a function that tells whether a request has one of the keys, as "Authorization: Bearer KEY". It compares
 *   with every key in constant time, so that the duration reveals nothing about a key
 *
 * @param keys each in plain form, or as `sha256:` and its hash (hexadecimal)
 */
export function createKeyCheck(keys: readonly string[]): (request: FastifyRequest) => boolean {
  const hashes = keys.map((key) =>
    key.startsWith(HASHED) ? Buffer.from(key.slice(HASHED.length), 'hex') : digest(key),
  );
  return ({ headers }) => {
    const [, shown = ''] = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? '') ?? [];
    const hash = digest(shown);
    return hashes.filter((key) => timingSafeEqual(key, hash)).length > 0;
  };
}

/** Hashes have equal lengths, as timingSafeEqual needs. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
