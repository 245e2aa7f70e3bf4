/** The HTML of a page, with slots such as `{{name}}` whose texts depend on the request. */
export class SlottedHtml {
  /** Every second part is the name of a slot. */
  readonly #parts: readonly string[];

  /** @param slot matches a slot, with its name as the only group */
  constructor(html: string, slot: RegExp) {
    this.#parts = html.split(slot);
  }

  /**
   * Fills all slots in one pass: a text that looks like a slot is not filled again.
   *
   * @param texts plain texts, by slot
   */
  fill(texts: Readonly<Record<string, string>>): string {
    return this.#parts
      .map((part, index) => (index % 2 === 0 ? part : escapeHtml(texts[part] ?? '')))
      .join('');
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
