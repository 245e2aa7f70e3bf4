import { expect } from '@playwright/test';

/**
 * For each step of a browser, such as its start: as long as a test may take. With the usual 30 seconds, browsers do not
 * start in time on a machine that is busy with other tests.
 */
export const BROWSER_LIMIT_MS = 600_000;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A tab of a browser with an empty profile. */
export interface Tab {
  /** Resolves when the HTML is parsed. */
  go(address: string): Promise<unknown>;
  /** Calls a function in the page, and awaits the promise that it returns. */
  evaluate<Parameters extends readonly unknown[], Result>(
    run: (...parameters: Parameters) => Result | Promise<Result>,
    ...parameters: Parameters
  ): Promise<Result>;
  type(text: string): Promise<void>;
  key(key: 'Tab' | 'Enter'): Promise<void>;
  /** Clicks with the mouse. */
  click(x: number, y: number): Promise<void>;
  /** Sets the size of the part of the window that shows the page. */
  resize(size: Size): Promise<void>;
  /** @returns a PNG file */
  photograph(): Promise<Uint8Array>;
  /** Errors and warnings of the page's console; always empty in WebKit, where a driver cannot read the console. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface BrowserSettings {
  /** Whether the visitor has asked for less motion. */
  readonly reducesMotion: boolean;
  /** Whether the browser refuses all cookies, and with them each kind of storage; only in Firefox. */
  readonly refusesCookies: boolean;
}

/** Firefox or WebKit. The project's npm packages do not contain them; they must be installed on the machine. */
export interface BrowserKind {
  readonly name: string;
  /** The message if the browser is not installed. */
  readonly absence: string;
  readonly isInstalled: boolean;
  start(settings: BrowserSettings): Promise<{ open(): Promise<Tab>; close(): Promise<void> }>;
}

export type Visitor = ReturnType<typeof visitorOf>;

/** What a visitor can do and see in a tab: press, type and read. */
export function visitorOf(tab: Tab, site: string) {
  return {
    ...tab,
    go: (path: string) => tab.go(new URL(path, site).href),

    /** Clicks the visible link, button or field of this name, once it can be pressed in its middle. */
    async press(name: string): Promise<void> {
      let place: number[] | string = '';
      const find = async () => {
        place = await tab.evaluate(findPlace, name).catch(String);
        return place;
      };
      await expect.poll(find, `"${name}" can be pressed`).toBeInstanceOf(Array);
      const [x = 0, y = 0] = place as unknown as number[];
      await tab.click(x, y);
    },

    async expectPath(path: string): Promise<void> {
      // While the page is being replaced, reading fails; the next poll reads again.
      const pathname = () => tab.evaluate(() => location.pathname).catch(String);
      await expect.poll(pathname).toBe(path);
    },

    /** @returns the rendered text of each element that the selector finds, with ' | ' between elements */
    read: (selector = 'body') =>
      tab.evaluate((selector) => {
        const found = [...document.querySelectorAll<HTMLElement>(selector)];
        return found.map(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim()).join(' | ');
      }, selector),

    /** @returns the name of the element that has the focus */
    focused: () =>
      tab.evaluate(() => {
        const element = document.activeElement;
        const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
      }),
  };
}

/** Runs in the page. @returns the middle of the control of this name, or why it cannot be pressed there */
async function findPlace(name: string): Promise<number[] | string> {
  const nameOf = (control: Element) => {
    const label = (control as HTMLInputElement).labels?.[0]?.textContent;
    return (control.getAttribute('aria-label') ?? label ?? control.textContent)?.trim();
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const control = [...document.querySelectorAll('a[href], button, input')].find(
    (each) => nameOf(each) === name && each.checkVisibility({ visibilityProperty: true }),
  );
  if (!control) return 'is not there';
  if (control.matches(':disabled')) return 'is disabled';
  control.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = control.getBoundingClientRect();
  await frame();
  await frame();
  const { x, y, width, height } = control.getBoundingClientRect();
  if (before.x !== x || before.y !== y) return 'moves';
  const place = [Math.round(x + width / 2), Math.round(y + height / 2)] as const;
  const hit = document.elementFromPoint(...place);
  return control.contains(hit) ? [...place] : `is covered by ${hit?.outerHTML.slice(0, 80)}`;
}
