import type { Setting } from './definitions.ts';

/** The site or a command cannot start. Each line of the message names one cause, such as a wrong setting. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/** @throws StartRefusal with all sentences, if there are any, so that an operator sees every mistake at once */
export function refuse(sentences: readonly string[], hint?: string): void {
  if (sentences.length > 0) throw new StartRefusal([...sentences, hint ?? []].flat().join('\n'));
}

/** The sentence for an invalid value. */
export function invalid({ name, expected, secret }: Setting, value: string): string {
  if (secret) return `${name} must be ${expected}, and is something else, not shown here.`;
  return `${name} must be ${expected}, and is '${withoutPassword(value)}'.`;
}

/** What PUBLIC_URL must be where other machines can reach the site, for `unfit`. */
export const HTTPS_ADDRESS = 'be an https address, such as https://www.example.com';

/** The sentence for a setting that does not fit others. @param value undefined if the setting is missing */
export function unfit(
  { name, expected }: Setting,
  reason: string,
  must = `be ${expected}`,
  value?: string,
): string {
  const is = value === undefined ? 'not set' : `'${value}'`;
  return `${name} must ${must}, because ${reason}, but ${name} is ${is}.`;
}

/** Without user and password, also of an incomplete URL or one in quotes, and without a parameter `password`. */
function withoutPassword(url: string): string {
  return url
    .replace(/\b([a-z][a-z\d+.-]*:(?:\/\/)?).*@/is, '$1…@')
    .replace(/\b(password=)[^&]*/i, '$1…');
}
