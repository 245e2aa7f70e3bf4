import type { LetterTemplate } from './letter-content.ts';

/** Gmail cuts off mails of more than 102 KB. Letters are much smaller, so that they load fast on phones. */
const MAX_HTML_BYTES = 40 * 1024;

const FOR_EVERYONE = ['openUrl', 'leaveUrl', 'publicUrl', 'year'];
const FOR_MEMBERS = [...FOR_EVERYONE, 'shareUrl', 'position', 'waiting'];
const EVERY_LINK = ['{{openUrl}}', '{{leaveUrl}}'];

/**
 * Refuses a letter that the server cannot fill, that loads something from another computer, or whose text part does not
 * have all links of the HTML.
 *
 * @throws an error with the letter's kind and the reason
 */
export function checkLetter(kind: string, letter: LetterTemplate): void {
  const { html, text } = letter;
  const slots = kind === 'place' ? FOR_MEMBERS : FOR_EVERYONE;
  const links = linksIn(html);
  const faults = [
    ...Object.entries(letter).flatMap(([part, content]) => faultsIn(part, content, slots)),
    ...markupFaults(html),
    ...EVERY_LINK.filter((link) => !links.includes(link)).map((link) => `no link to ${link}`),
    ...links.filter((link) => !text.includes(link)).map((link) => `its text part has no ${link}`),
  ];
  if (faults.length > 0) throw new Error(`Cannot write letter "${kind}": ${faults.join('; ')}`);
}

function faultsIn(part: string, content: string, slots: readonly string[]): string[] {
  const used = [...content.matchAll(/\{\{(.*?)\}\}/g)].map(([, slot = '']) => slot);
  const unknown = used.filter((slot) => !slots.includes(slot));
  const addresses = content.match(/https?:[^\s"<]*/gi) ?? [];
  return [
    ...unknown.map((slot) => `the server does not fill {{${slot}}} in its ${part}`),
    ...addresses.map((address) => `the address ${address} in its ${part} is not a slot`),
  ];
}

function markupFaults(html: string): string[] {
  const size = Buffer.byteLength(html);
  const remote = html.match(/<(img|link|script|iframe|form|svg)\b|\ssrc=|url\(|@import/gi) ?? [];
  const tables = html.match(/<table(?![^>]*role="presentation")[^>]*>/g) ?? [];
  return [
    ...(size > MAX_HTML_BYTES ? [`its HTML has ${size} bytes, more than ${MAX_HTML_BYTES}`] : []),
    ...remote.map((found) => `a letter may not contain "${found}"`),
    ...tables.map((table) => `screen readers would announce ${table}`),
  ];
}

function linksIn(html: string): string[] {
  const links = [...html.matchAll(/\shref="([^"]*)"/g)];
  return links.map(([, link = '']) => link.replace('mailto:', ''));
}
