import { createHmac } from 'node:crypto';
import { LARGE_PROVIDERS } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { hashSubject } from '../erasures.ts';
import { readSecret } from '../secret.ts';

/** The spellings of the domain of Gmail, which ignores dots before the "@". */
const GMAIL = ['gmail.com', 'googlemail.com'];

export type AddressHashes = Awaited<ReturnType<typeof addressHashesOf>>;

/** Makes hashes of addresses. Their key is `secret`, so hashes of databases with different secrets differ. */
export async function addressHashesOf(engine: Engine) {
  const secret = await readSecret(engine, 'secret');
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    /** The hash in `stopped`. It equals the hash in `erasure`, so that a restore can compare them. */
    hashAddress: (email: string): Buffer => hashSubject(secret, 'waitlist', email),
    /** Equal for all addresses of one domain and its sub-domains; empty for a large provider, which has no limit. */
    hashDomain(email: string): Buffer {
      const domain = limitedDomain(email);
      return domain === undefined ? Buffer.alloc(0) : hash(`domain ${domain}`);
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

/** @returns undefined for a large provider, which has no limit */
export function limitedDomain(email: string): string | undefined {
  const domain = registeredDomain(email);
  return LARGE_PROVIDERS.has(domain) ? undefined : domain;
}

/** Ends under which many owners register names. The list is short: domains of other ends only share one limit. */
const SHARED_END = /^(ac|co|com|edu|gob|gov|ne|net|or|org)\.[a-z]{2}$/;

/** @returns the part of a domain that one owner has registered, because an owner can invent any number of sub-domains */
function registeredDomain(email: string): string {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .split('.')
    .filter(Boolean);
  const end = labels.slice(-2).join('.');
  return SHARED_END.test(end) ? labels.slice(-3).join('.') : end;
}
