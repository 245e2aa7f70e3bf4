/** Normalises a text for search to NFKC and lower case, so that case and Unicode composition do not matter. */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Letters whose lower case depends on their place in the word or on the language, or that have no capital. */
const VARIANTS: Readonly<Record<string, string>> = { ς: 'σ', ı: 'i', 'i\u0307': 'i', ß: 'ss' };
const VARIANT = new RegExp(Object.keys(VARIANTS).join('|'), 'g');

/** Replaces these letters in a text from `searchText`, so that a search finds a name also in capitals. */
export function withoutVariants(searched: string): string {
  return searched.replace(VARIANT, (letter) => VARIANTS[letter] ?? letter);
}

/**
 * The texts in the database that a search and the order of names use. They change only with a migration that writes
 * them again for all inviters.
 */
export function searchedTexts(
  id: string,
  username: string,
  firstName: string | null,
): { search_text: string; sort_name: string } {
  const sort_name = searchText(`${username}\n${firstName ?? ''}`);
  return { search_text: withoutVariants(`${searchText(id)}\n${sort_name}`), sort_name };
}
