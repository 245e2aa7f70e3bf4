/** Normalises a text for search: case and Unicode composition do not matter (NFKC, lower case). */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
