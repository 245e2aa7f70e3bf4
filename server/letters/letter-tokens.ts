import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { tokensIn } from '../../contract/damaged-links.ts';
import { keyFor } from '../http/credentials.ts';

/**
 * What a token allows: `confirm` to confirm the sign-up and to read the position, `leave` only to leave the waitlist, and
 * `keep` only to be kept after the launch. Proxies may log these two, because they are in the path of a URL.
 */
export type TokenPurpose = 'confirm' | 'leave' | 'keep';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The tokens of the links in letters. */
export type LetterTokens = ReturnType<typeof createLetterTokens>;

/**
 * A token is the address itself, encrypted and authenticated. So a token needs no row in the database, and does not
 * expire (decision 053). The nonce is a keyed hash of the purpose and the address, so a nonce is used again only for
 * the same text.
 */
export function createLetterTokens(secret: Uint8Array) {
  const key = keyFor('letter tokens', secret);
  const nonceKey = keyFor('nonces of letter tokens', secret);
  return {
    /** @returns the token of an address, always the same one; its characters need no encoding in a URL */
    make(purpose: TokenPurpose, email: string): string {
      const nonce = createHmac('sha256', nonceKey)
        .update(`${purpose} ${email}`)
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(email, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
    },
    /** @returns the address, or undefined if the token was not made here for this purpose */
    read(purpose: TokenPurpose, token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      // Node's decoder ignores characters that base64url does not have, and a superfluous last character.
      const isExact = bytes.toString('base64url') === token;
      if (!isExact || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** @returns the address of a token, also if its link was damaged on its way; undefined if this site has not made it */
export function emailIn(
  tokens: LetterTokens,
  text: string,
  purpose: TokenPurpose = 'confirm',
): string | undefined {
  for (const token of tokensIn(text)) {
    const email = tokens.read(purpose, token);
    if (email !== undefined) return email;
  }
  return undefined;
}
