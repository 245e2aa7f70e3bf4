/** Normalises a text for search to NFKC and lower case, so that case and Unicode composition do not matter. */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
