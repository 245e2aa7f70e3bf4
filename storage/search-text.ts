/** The form in which texts are compared where case and composition do not matter. */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
