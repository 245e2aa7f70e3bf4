import { type RefObject, useEffect } from 'react';

const ROW = 'tr, li';
const HEADING = 'h1, h2, h3, h4';

/**
 * Keeps the focus near when the focused element is removed, as after an act whose button is gone: on the row that takes
 * the place of its row, or else on the heading of the smallest part around it. Never on another button, so that one more
 * press of Enter does nothing. What has its own place for the focus sets it later, and wins.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    /** The focused element and what is around it, and the rows beside its row, the nearest ones first. */
    let around: Element[] = [];
    let rows: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      around = aroundOf(target as Element, page);
      rows = rowsBeside(around.find((one) => one.matches(ROW)));
    };
    const keep = () => {
      const isLost = document.activeElement === document.body;
      if (!isLost || around[0]?.isConnected !== false) return;
      const left = around.filter((one) => one.isConnected);
      const row = around.find((one) => one.matches(ROW));
      const near = row?.isConnected ? row : rows.find((one) => one.isConnected);
      const headingOf = (one: Element | undefined) => one?.querySelector<HTMLElement>(HEADING);
      const heading = left.map(headingOf).find(Boolean);
      const next = (near && (headingOf(near) ?? near)) ?? heading;
      around = [];
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

function aroundOf(element: Element, page: Element): Element[] {
  const parent = element.parentElement;
  return element === page || !parent ? [element] : [element, ...aroundOf(parent, page)];
}

/** @returns those after the row, and then those before it, without rows that only hold a question */
function rowsBeside(row: Element | undefined): Element[] {
  const all: (Element | undefined)[] = [...(row?.parentElement?.children ?? [])];
  const at = all.indexOf(row);
  const beside = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
  return beside
    .filter((one) => one !== undefined)
    .filter((one) => !one.classList.contains('act-row'));
}
