/**
 * Reads the links of a letter as a mail program does.
 *
 * @param message the whole letter, as a mail server receives it or a file contains it
 * @returns every URL in the letter, without repeats
 */
export function linksIn(message: string): string[] {
  const text = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
  return [...new Set(text.match(/https?:\/\/[^\s"'<>]+/g) ?? [])];
}
