/**
 * Copies a link; or else marks it, so that the person can copy it.
 *
 * @param shown the element that shows the link
 * @returns whether it was copied
 */
export async function copyLink(link: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}
