import type { Page } from '@playwright/test';

/**
 * From now on, and in each page that opens later, replaces texts as Chrome's translation does: each text node becomes a
 * new text in two `<font>` elements. The new text ends with a zero-width space, which Playwright ignores.
 *
 * A text node of React raises an error: React would change or remove the node that is replaced here, or insert an
 * element before it. React has no node for a text that is the only child of an element.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts);
  await page.evaluate(replaceTexts);
}

function replaceTexts(): void {
  const MARK = '\u200b';
  const KEPT = 'script, style, title, noscript, textarea, [translate="no"]';
  /** Radix inserts and removes its announcements for screen readers as a whole. */
  const ANNOUNCED = 'body > [role="status"]';

  const replace = (text: Node) => {
    const { nodeValue, parentElement } = text;
    if (!nodeValue?.trim() || nodeValue.endsWith(MARK)) return;
    if (!(parentElement instanceof HTMLElement) || parentElement.closest(KEPT)) return;
    const isOfReact = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
    if (isOfReact && !parentElement.closest(ANNOUNCED)) {
      reportError(`"${nodeValue}" in ${parentElement.outerHTML} needs an element of its own.`);
    }
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    inner.textContent = `${nodeValue}${MARK}`;
    text.parentNode?.replaceChild(outer, text);
  };

  const replaceIn = (root: Node) => {
    const iterator = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    for (let text = iterator.nextNode(); text; text = iterator.nextNode()) texts.push(text);
    texts.forEach(replace);
  };

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) replace(target);
      addedNodes.forEach(replaceIn);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  replaceIn(document);
}
