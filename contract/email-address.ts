/** With the wide forms of keyboards for Chinese and Japanese, which the server replaces. */
const AT_SIGN = /[@\uff20\ufe6b]/;

export const emailTextTroubles = {
  missing: 'It should look like ana@example.com.',
  withoutAt: 'This has no “@”. It should look like ana@example.com.',
} as const;

/**
 * The check of the waitlist's form, with and without JavaScript. The server's check of an address is stricter.
 *
 * @returns why a text is no email address; undefined for a text that is not empty, and contains "@"
 */
export function troubleOfEmailText(text: string): string | undefined {
  if (AT_SIGN.test(text)) return undefined;
  return text.trim() === '' ? emailTextTroubles.missing : emailTextTroubles.withoutAt;
}

/**
 * Other characters are refused. Some have a meaning in an email header, such as "," and "<": programs could read another
 * address. With "%" and "!" Postfix and others name a mailbox of another domain. Mail programs read "/", "|", "=?" and
 * the like as files, commands or encoded words.
 */
const USUAL_IN_ADDRESS = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.+_'&~#$*^-])+$/u;
const MISPLACED_DOT = /^\.|\.\.|\.$/;
/**
 * At least two labels. The last begins with a letter, because programs could read four numbers as an IP address. Names
 * of the own machine or network, such as localhost.localdomain, are mailboxes of the mail server's machine.
 */
const DOMAIN = /^([a-z0-9-]+\.)+(?!local(host|domain)?$)[a-z][a-z0-9-]*$/;

/**
 * Whether letters may be sent to a canonical address: every mail program reads it in the same way. Otherwise a letter could
 * arrive in the mailbox of someone else, or in a mailbox whose letters are counted under another spelling.
 */
export function mayGetLetters(email: string): boolean {
  const end = email.lastIndexOf('@');
  const local = email.slice(0, end);
  return (
    USUAL_IN_ADDRESS.test(local) &&
    // Programs that compose letters differently, such as "ﬁ" and "fi", would read another address.
    local === local.normalize('NFKC') &&
    !MISPLACED_DOT.test(local) &&
    DOMAIN.test(email.slice(end + 1))
  );
}
