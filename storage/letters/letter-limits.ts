import { createHash } from 'node:crypto';
import { DOMAIN_LETTERS, LATER_SHARE, shareOf } from '../../contract/mail.ts';
import type { Budget, Use } from '../identity/budgets.ts';
import type { AddressHashes } from './address-hashes.ts';
import { type LetterRow, letterPriorities } from './letter.ts';

/** The keys under which all instances count letters. They need not be secret, because they identify no person. */
const keyOf = (counted: string) => createHash('sha256').update(counted).digest();
const ALL_LETTERS = keyOf('letters');
const LATER_LETTERS = keyOf('letters that go later');

/** The budgets that a letter uses. Once that of its domain is used up, other letters are sent. */
export function limitsOf(
  { email, priority }: LetterRow,
  { hashDomain }: AddressHashes,
  budget: Budget,
): (Use & { isOfDomain?: true })[] {
  const { later, bulk, mailing } = letterPriorities;
  const limits: ReturnType<typeof limitsOf> = [{ key: ALL_LETTERS, ...budget }];
  if ([later, bulk, mailing].some((one) => one === priority))
    limits.push({ key: LATER_LETTERS, ...shareOf(budget, LATER_SHARE) });
  const domain = hashDomain(email);
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  const { perDay } = shareOf(budget, shareOfDay);
  if (domain.length > 0) limits.push({ key: domain, perHour, perDay, isOfDomain: true });
  return limits;
}
