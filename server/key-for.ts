import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from the secret. A key reveals neither the secret nor the keys for other purposes. */
export function keyFor(purpose: string, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `impromptu ${purpose}`, 32));
}
