/** The check of the waitlist's form (spec §5), with and without JavaScript. The server's check of an address is stricter. */

/** With the wide forms of keyboards for Chinese and Japanese, which the server replaces. */
const AT_SIGN = /[@\uff20\ufe6b]/;

export const emailTextTroubles = {
  missing: 'It should look like ana@example.com.',
  withoutAt: 'This has no “@”. It should look like ana@example.com.',
} as const;

/** @returns why a text is no email address; undefined for a text that is not empty, and contains "@" */
export function troubleOfEmailText(text: string): string | undefined {
  if (AT_SIGN.test(text)) return undefined;
  return text.trim() === '' ? emailTextTroubles.missing : emailTextTroubles.withoutAt;
}
