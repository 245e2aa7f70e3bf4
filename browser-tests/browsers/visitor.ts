import { expect } from '@playwright/test';
import type { Size, Tab } from './tab.ts';

/** Key codes of https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const keys = { Tab: '\uE004', Enter: '\uE007' } as const;

export type Visitor = ReturnType<typeof visitorOf>;

/** What a visitor can do and see in a tab: press, type and read. */
export function visitorOf(tab: Tab, site: string) {
  async function evaluate<Parameters extends readonly unknown[], Result>(
    run: (...parameters: Parameters) => Result | Promise<Result>,
    ...parameters: Parameters
  ): Promise<Result> {
    const source = `async given => JSON.stringify(await (${run})(...JSON.parse(given))) ?? 'null'`;
    return JSON.parse(await tab.call(source, JSON.stringify(parameters)));
  }

  async function typeKeys(all: readonly string[]): Promise<void> {
    const actions = all.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await tab.act([{ type: 'key', id: 'keyboard', actions }]);
  }

  return {
    evaluate,
    resize: (size: Size) => tab.resize(size),
    photograph: () => tab.photograph(),
    complaints: tab.complaints,
    go: (path: string) => tab.go(site + path),
    type: (text: string) => typeKeys([...text]),
    key: (key: keyof typeof keys) => typeKeys([keys[key]]),

    /** Clicks the visible link, button or field of this name with the mouse. */
    async press(name: string): Promise<void> {
      const [x, y] = await evaluate(findPlace, name);
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await tab.act([{ type: 'pointer', id: 'mouse', actions }]);
    },

    async expectPath(path: string): Promise<void> {
      // While the page is being replaced, reading fails; the next poll reads again.
      const pathname = () => evaluate(() => location.pathname).catch(String);
      await expect.poll(pathname).toBe(path);
    },

    /** @returns the rendered text of each element that the selector finds, with ' | ' between elements */
    read: (selector = 'body') =>
      evaluate((selector) => {
        const found = [...document.querySelectorAll<HTMLElement>(selector)];
        return found.map(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim()).join(' | ');
      }, selector),

    /** @returns the name of the element that has the focus */
    focused: () =>
      evaluate(() => {
        const element = document.activeElement;
        const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
      }),
  };
}

/** Runs in the page. Waits until the control of this name can be pressed in its middle. @returns that point */
async function findPlace(name: string): Promise<[number, number]> {
  const nameOf = (control: Element) => {
    const label = (control as HTMLInputElement).labels?.[0]?.textContent;
    return (control.getAttribute('aria-label') ?? label ?? control.textContent)?.trim();
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  async function look(): Promise<[number, number] | string> {
    const control = [...document.querySelectorAll('a[href], button, input')].find(
      (each) => nameOf(each) === name && each.checkVisibility({ visibilityProperty: true }),
    );
    if (!control) return 'is not there';
    if (control.matches(':disabled')) return 'is disabled';
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = control.getBoundingClientRect();
    await frame();
    await frame();
    const after = control.getBoundingClientRect();
    if (before.x !== after.x || before.y !== after.y) return 'moves';
    const place: [number, number] = [
      Math.round(after.x + after.width / 2),
      Math.round(after.y + after.height / 2),
    ];
    const hit = document.elementFromPoint(...place);
    return control.contains(hit) ? place : `is covered by ${hit?.outerHTML.slice(0, 80)}`;
  }

  const end = performance.now() + 15_000;
  for (;;) {
    const place = await look();
    if (typeof place !== 'string') return place;
    if (performance.now() > end) throw new Error(`"${name}" cannot be pressed: it ${place}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
