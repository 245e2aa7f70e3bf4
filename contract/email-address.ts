/** With the wide forms of keyboards for Chinese and Japanese, which the server replaces. */
const AT_SIGN = /[@\uff20\ufe6b]/;

export const emailTextTroubles = {
  missing: 'It should look like ana@example.com.',
  withoutAt: 'This has no “@”. It should look like ana@example.com.',
} as const;

/**
 * The check of the waitlist's form (spec §5), with and without JavaScript. The server's check of an address is stricter.
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
 * Whether every mail program reads a canonical address in the same way. Other addresses get no letters: a letter could
 * arrive in the mailbox of someone else, or in a mailbox whose letters are counted under another spelling.
 */
export function isPlainAddress(email: string): boolean {
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

/**
 * Domains whose letters arrive on phones as text messages: the person may pay for them, and in the USA such letters are
 * forbidden (47 CFR 64.3100). Collected from public lists of these gateways; most of those in the USA have ended, or end
 * by March 2027.
 */
const PHONE_GATEWAYS: readonly string[] = `
  vtext.com vzwpix.com mypixmessages.com vmobl.com vmpix.com smstext.com txt.att.net mms.att.net tmomail.net
  messaging.sprintpcs.com pm.sprint.com messaging.nextel.com mymetropcs.com myboostmobile.com sms.mycricket.com
  sms.cricketwireless.net mms.cricketwireless.net email.uscc.net mms.uscc.net message.alltel.com mmst5.tracfone.com
  mailmymobile.net message.ting.com text.republicwireless.com msg.fi.google.com viaerosms.com cspire1.com csouth1.com
  qwestmp.com msg.acsalaska.com mobile.gci.net tms.suncom.com txt.bellmobility.ca pcs.rogers.com msg.telus.com
  msg.koodomobile.com
`
  .trim()
  .split(/\s+/);

/** Whether letters may be sent to a canonical address. It depends on nothing that is stored. */
export function mayGetLetters(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isGateway = PHONE_GATEWAYS.some(
    (gateway) => domain === gateway || domain.endsWith(`.${gateway}`),
  );
  return !isGateway && isPlainAddress(email);
}

/** Shown to a person to whose address no letter can be sent: see `mayGetLetters`. */
export const UNREACHABLE_ADDRESS =
  'We cannot send email to this address. Please check it and join again.';
