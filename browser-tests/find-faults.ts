import { expect, type Page } from '@playwright/test';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 740, height: 360 },
];

/** Checks the page at every size, first with text of twice the size, except in large windows. */
export async function expectNoFaults(page: Page): Promise<void> {
  const faults: string[] = [];
  for (const text of [' at 200 %', '']) {
    await setTextSize(page, text ? 2 : 1);
    for (const size of text ? sizes.filter(({ width }) => width <= 1280) : sizes) {
      await page.setViewportSize(size);
      await page.evaluate(nextLayout);
      const found = await page.evaluate(findFaults);
      faults.push(...found.map((fault) => `${size.width} x ${size.height}${text}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
}

/**
 * Runs in the page. Waits until the page's resize observers have reacted to a new size: the browser calls the observer
 * that was created last after the others. This also works while a test has stopped the page's clock.
 */
export function nextLayout(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}

/** Changes the browser's setting instead of a style, because media queries in rem depend only on the setting. */
async function setTextSize(page: Page, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSizes = { standard: 16 * factor, fixed: 13 * factor };
  await session.send('Page.setFontSizes', { fontSizes });
}

/**
 * Runs in the page. Finds what a visitor cannot press, read or reach: links, buttons and fields that are
 * covered, texts that overlap or are cut off, and a page that scrolls sideways. Drawings (`aria-hidden`)
 * are ignored. A toast may cover the page, because it disappears and can be closed.
 */
export function findFaults(): string[] {
  type Line = { element: Element; box: DOMRect };
  const { clientWidth } = document.documentElement;
  /** What can be used now. */
  const page = document.querySelector('dialog[open]') ?? document.body;

  /** @returns the element and all elements around it */
  function aroundOf(element: Element | null): Element[] {
    return element ? [element, ...aroundOf(element.parentElement)] : [];
  }

  function nameOf(element: Element | null): string {
    const text = element?.textContent || element?.getAttribute('aria-label') || '';
    return `${element?.tagName}.${element?.getAttribute('class')} "${text.trim().slice(0, 40)}"`;
  }

  function placeOf({ x, y, width, height }: DOMRect): string {
    return [x, y, width, height].map(Math.round).join(' ');
  }

  function meet(a: DOMRect, b: DOMRect): boolean {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }

  function isToast(element: Element | null): boolean {
    return Boolean(element?.closest('.toast'));
  }

  function isSeen(element: Element): boolean {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // Visible to screen readers only, such as the skip link.
    const isForScreenReaders = aroundOf(element).some((each) => {
      const { clipPath, position, overflow } = getComputedStyle(each);
      const isDot = each.clientWidth * each.clientHeight <= 4 && overflow !== 'visible';
      return clipPath === 'inset(50%)' || (position === 'absolute' && isDot);
    });
    return isShown && !isForScreenReaders && !element.closest('[aria-hidden="true"]');
  }

  /** Points on the horizontal and the vertical centre line of the box: rounded corners do not react to clicks. */
  function pointsIn({ x, y, width, height }: DOMRect): [number, number][] {
    const across = [0.5, 0.1, 0.9].map((share) => [x + width * share, y + height / 2]);
    const down = [0.15, 0.85].map((share) => [x + width / 2, y + height * share]);
    return [...across, ...down] as [number, number][];
  }

  function isPressedAt(control: Element, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    const isOfLabel = hit?.closest('label')?.control === control;
    return control.contains(hit) || isOfLabel || (isToast(hit) && !isToast(control));
  }

  function findCovered(): string[] {
    const controls = [...page.querySelectorAll('a[href], button, input, select, summary')];
    const found = controls.filter(isSeen).flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const points = [...control.getClientRects()].flatMap(pointsIn);
      const missed = points.find(([x, y]) => !isPressedAt(control, x, y));
      if (!missed) return [];
      const there = nameOf(document.elementFromPoint(...missed));
      return `${nameOf(control)} cannot be pressed at ${missed.map(Math.round)}: ${there} is there`;
    });
    for (const scrolled of document.querySelectorAll('*')) scrolled.scrollTo(0, 0);
    return found;
  }

  /** Whether the line is outside of the visible part of an element that scrolls, or an ellipsis may shorten it. */
  function isScrolledOrShortened({ element, box }: Line): boolean {
    return aroundOf(element).some((each) => {
      const { overflow, textOverflow } = getComputedStyle(each);
      const scrolls = /auto|scroll/.test(overflow);
      return textOverflow === 'ellipsis' || (scrolls && !meet(box, each.getBoundingClientRect()));
    });
  }

  /** The middle part of the box of each line. With a small line height, the complete boxes of two lines overlap. */
  function linesOf(text: Node): Line[] {
    const element = text.parentElement;
    if (!element || !text.nodeValue?.trim() || !isSeen(element)) return [];
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()]
      .filter(({ width }) => width > 2)
      .map(({ x, y, width, height }) => ({
        element,
        box: new DOMRect(x + 1, y + height * 0.3, width - 2, height * 0.4),
      }))
      .filter((line) => !isScrolledOrShortened(line));
  }

  function allLines(): Line[] {
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    const lines: Line[] = [];
    while (texts.nextNode()) lines.push(...linesOf(texts.currentNode));
    return lines;
  }

  function findOverlaps(lines: Line[]): string[] {
    return lines.flatMap(({ element, box }, index) =>
      lines
        .slice(index + 1)
        .filter((other) => meet(box, other.box) && isToast(element) === isToast(other.element))
        .map((other) => `${nameOf(element)} and ${nameOf(other.element)} overlap: ${placeOf(box)}`),
    );
  }

  function cuts(around: Element, box: DOMRect): boolean {
    const { overflowX, overflowY } = getComputedStyle(around);
    const { left, right, top, bottom } = around.getBoundingClientRect();
    const isWider = box.left < left - 2 || box.right > right + 2;
    const isHigher = box.top < top || box.bottom > bottom;
    const hides = /clip|hidden/;
    return (hides.test(overflowX) && isWider) || (hides.test(overflowY) && isHigher);
  }

  function findCut(lines: Line[]): string[] {
    return lines.flatMap(({ element, box }) => {
      const around = aroundOf(element);
      const scroller = around.findIndex((one) =>
        /auto|scroll/.test(getComputedStyle(one).overflow),
      );
      const inside = scroller < 0 ? around : around.slice(0, scroller);
      const cutting = inside.find((each) => cuts(each, box));
      if (cutting) return `${nameOf(element)} is cut by ${nameOf(cutting)}: ${placeOf(box)}`;
      const isBeyond = scroller < 0 && (box.left < -1 || box.right > clientWidth + 1);
      return isBeyond ? `${nameOf(element)} extends beyond the edge: ${placeOf(box)}` : [];
    });
  }

  function findSidewaysScroll(): string[] {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const widest = [...document.querySelectorAll('body *')].filter(
      (element) => Math.round(element.getBoundingClientRect().right) === scrollWidth,
    );
    return [`the page scrolls sideways to ${scrollWidth} px: ${widest.map(nameOf).join(', ')}`];
  }

  const covered = findCovered();
  const lines = allLines();
  return [...covered, ...findOverlaps(lines), ...findCut(lines), ...findSidewaysScroll()];
}
