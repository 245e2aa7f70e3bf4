/**
 * Refuses a page that the server's policy would break without a word: the policy runs and applies
 * only what it knows by hash.
 *
 * @throws naming the page and what is wrong with it
 */
export function checkPage(key: string, html: string): void {
  const inlined = /(<(script|style)\b[^>]*>)(.*?)<\/\2>/gs;
  for (const [, , tag, content = ''] of html.matchAll(inlined)) {
    const slot = content.match(/\{\{\w+\}\}/);
    if (slot) {
      throw new Error(
        `Cannot write page "${key}": ${slot[0]} in a <${tag}> would change its hash.`,
      );
    }
  }
  const attribute = html.replace(inlined, '$1').match(/<[^>]*\s(style|on[a-z]+)=[^>]*>/i);
  if (attribute) {
    throw new Error(
      `Cannot write page "${key}": the policy forbids ${attribute[1]} in ${attribute[0]}`,
    );
  }
}
