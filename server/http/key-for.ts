import { hkdfSync } from 'node:crypto';

/** @returns a key of its own for each purpose, none of which tells anything of another */
export function keyFor(purpose: string, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `impromptu ${purpose}`, 32));
}
