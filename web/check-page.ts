/** Data for search engines: browsers do not run it, and the policy has no hash of it. */
const DATA = '<script type="application/ld+json">';
/** The elements that the server hashes for the policy. */
const HASHED = ['<style>', '<script>', '<script type="module">'];

/**
 * Refuses a page that would break silently under the server's Content-Security-Policy, which allows
 * inline scripts and styles only by hash.
 *
 * @throws an error with the page's name and the reason
 */
export function checkPage(key: string, html: string): void {
  const refuse = (reason: string) => new Error(`Cannot write page "${key}": ${reason}`);
  const inlined = /(<(script|style)\b[^>]*>)(.*?)<\/\2>/gs;
  for (const [, element = '', tag, content = ''] of html.matchAll(inlined)) {
    if (element === DATA) {
      if (!isJson(content)) throw refuse(`its structured data is not JSON: ${content}`);
      continue;
    }
    if (!HASHED.includes(element)) throw refuse(`the policy has no hash of a ${element}`);
    const slot = content.match(/\{\{\w+\}\}/);
    if (slot) throw refuse(`${slot[0]} in a <${tag}> would change its hash.`);
  }
  const attribute = html.replace(inlined, '$1').match(/<[^>]*\s(style|on[a-z]+)=[^>]*>/i);
  if (attribute) throw refuse(`the policy forbids ${attribute[1]} in ${attribute[0]}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
