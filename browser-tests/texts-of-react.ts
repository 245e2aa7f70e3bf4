/**
 * Runs in each page of each test. Reports an error for each text node that belongs to React. The browser's
 * translation replaces text nodes, and React would then fail to change or remove the node, or to insert an element
 * before it. React has no node for a text that is the only child of an element.
 */
export function reportTextsOfReact(): void {
  /** Not translated, or inserted and removed as a whole: the announcements of Radix for screen readers. */
  const KEPT = 'title, noscript, [translate="no"], body > [role="status"]';

  const find = (root: Node): string[] => {
    const found: string[] = [];
    const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const isOfReact = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
      if (!isOfReact || !text.nodeValue?.trim() || text.parentElement?.closest(KEPT)) continue;
      const around = text.parentElement?.outerHTML;
      found.push(`"${text.nodeValue}" in ${around} must be the only content of an element.`);
    }
    return found;
  };

  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const fault of added.flatMap(find)) reportError(fault);
  }).observe(document, { subtree: true, childList: true });
  // Hydration adds no nodes, so the end of a test looks at the whole page.
  Object.assign(window, { findTextsOfReact: () => find(document) });
}
