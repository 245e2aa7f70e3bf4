/** Characters that have a meaning in an email header: with them, programs could read another address. */
export const SPECIAL_IN_ADDRESS = /["(),:;<>@[\]\\\s\p{Cc}]/u;
const MISPLACED_DOT = /^\.|\.\.|\.$/;
/** At least two labels. The last begins with a letter, because programs could read four numbers as an IP address. */
const DOMAIN = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * Whether every mail program reads a canonical address in the same way. Other addresses get no letters: a letter could
 * arrive in the mailbox of someone else, or in a mailbox whose letters are counted under another spelling.
 */
export function isPlainAddress(email: string): boolean {
  const end = email.lastIndexOf('@');
  const local = email.slice(0, end);
  return (
    local !== '' &&
    !SPECIAL_IN_ADDRESS.test(local) &&
    !MISPLACED_DOT.test(local) &&
    DOMAIN.test(email.slice(end + 1))
  );
}
