import { createHmac } from 'node:crypto';
import { dayOf } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { hashSubject } from '../erasures.ts';
import { readSecret } from '../secret.ts';
import type { LetterKind } from './letter.ts';

/** The spellings of the domain of Gmail, which ignores dots before the "@". */
const GMAIL = ['gmail.com', 'googlemail.com'];

export type Subjects = Awaited<ReturnType<typeof subjectsOf>>;

/** Makes hashes of addresses. Their key is `secret`, so hashes of databases with different secrets differ. */
export async function subjectsOf(engine: Engine) {
  const secret = await readSecret(engine, 'secret');
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    /** The hash in `stopped`. It equals the hash in `erasure`, so that a restore can compare them. */
    hashAddress: (email: string): Buffer => hashSubject(secret, 'waitlist', email),
    /** Equal for two letters that must not both be sent. */
    hashLetter(kind: LetterKind, email: string, at: number): Buffer {
      const tagged = kind !== 'place' && isTagged(email) ? ' tagged' : '';
      return hash(`letter ${kind} ${dayOf(at)} ${mailboxOf(email)}${tagged}`);
    },
    /** Equal for all addresses of one mailbox, as far as they can be recognised. */
    hashMailbox: (email: string): Buffer => hash(`mailbox ${mailboxOf(email)}`),
  };
}

const TAG = /(?<!^)\+.*$/;

export function isTagged(email: string): boolean {
  return TAG.test(email.slice(0, email.lastIndexOf('@')));
}

/** Many providers deliver "name+tag" to "name", so the tag is removed for every domain. */
function mailboxOf(email: string): string {
  const end = email.lastIndexOf('@');
  const domain = email.slice(end + 1).replace(/\.+$/, '');
  const local = email.slice(0, end).replace(TAG, '');
  if (!GMAIL.includes(domain)) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@${GMAIL[0]}`;
}
