import { type RefObject, useEffect } from 'react';

const ROW = 'tr, li';

/**
 * Keeps the focus near when the focused element is removed, as after an act whose button is gone: on the row that takes
 * the place of its row, or else on the heading of the smallest part around it. Never on another button, so that one more
 * press of Enter does nothing. What has its own place for the focus sets it later, and wins.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    let focused: Element | undefined;
    let near: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      focused = target as Element;
      near = placesNear(focused, page);
    };
    const keep = () => {
      if (document.activeElement !== document.body || focused?.isConnected !== false) return;
      focused = undefined;
      const headingOf = (one: Element) => one.querySelector('h1, h2, h3, h4');
      const left = near.filter(({ isConnected }) => isConnected);
      const next = left.map((one) => headingOf(one) ?? (one.matches(ROW) && one)).find(Boolean);
      if (!(next instanceof HTMLElement)) return;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
      // Something may have appeared above it.
      next.scrollIntoView({ block: 'nearest' });
    };
    const observer = new MutationObserver(keep);
    observer.observe(page, { childList: true, subtree: true });
    page.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      page.removeEventListener('focusin', remember);
    };
  }, [root]);
}

/** @returns the row of an element, the rows after and before it, and what is around */
function placesNear(element: Element, page: Element): Element[] {
  const row = element.closest(ROW);
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row ? rows.indexOf(row) : 0;
  const places = [...rows.slice(at), ...rows.slice(0, at).reverse()];
  for (let one: Element | null = element; one && one !== page; one = one.parentElement)
    places.push(one);
  return [...places, page];
}
