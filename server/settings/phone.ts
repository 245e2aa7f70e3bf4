import { checkPhone } from '../../contract/identity.ts';

/** E.164: a plus and 7 to 15 digits, of which the first belong to the country code. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** @returns the number in its stored form, or undefined if it is invalid */
export function canonicalPhone(written: string): string | undefined {
  const checked = checkPhone(written);
  return 'phone' in checked && E164.test(checked.phone) ? checked.phone : undefined;
}
