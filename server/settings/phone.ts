import { checkPhone } from '../../contract/sign-in.ts';

/** E.164: a plus, and up to 15 digits that begin with a country's. */
const E164 = /^\+[1-9]\d{1,14}$/;

/** @returns the number as it is stored and texted, or undefined for what is none */
export function canonicalPhone(written: string): string | undefined {
  const checked = checkPhone(written);
  return 'phone' in checked && E164.test(checked.phone) ? checked.phone : undefined;
}

/** @returns enough for its owner to recognise it, and for nobody else to call it */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 2)}${'•'.repeat(phone.length - 4)}${phone.slice(-2)}`;
}
