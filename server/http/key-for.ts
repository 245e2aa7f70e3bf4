import { hkdfSync } from 'node:crypto';

/** @returns a separate key for each purpose. One key reveals nothing of the others. */
export function keyFor(purpose: string, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `impromptu ${purpose}`, 32));
}
