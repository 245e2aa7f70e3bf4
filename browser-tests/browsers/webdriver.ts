import { setTimeout } from 'node:timers/promises';
import type { Settings, Size, Tab } from './tab.ts';

/** Opens a window. @param driver the address of a server for https://www.w3.org/TR/webdriver2/ */
export async function openWindow(
  driver: string,
  { proxyPort }: Settings,
  signal: AbortSignal,
): Promise<Tab> {
  const proxy = `127.0.0.1:${proxyPort}`;
  const capabilities = {
    // For an https site, WebKit opens a TLS connection to the proxy. The proxy has no TLS, so these requests fail.
    proxy: { proxyType: 'manual', httpProxy: proxy, sslProxy: proxy },
    // With 'eager', WebKitWebDriver 2.50 answers no command after the first page.
    pageLoadStrategy: 'none',
  };
  const body = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await ask<Session>('POST', `${driver}/session`, body, signal);
  const session = `${driver}/session/${sessionId}`;
  const send = <Result>(command: string, body: object) =>
    ask<Result>('POST', `${session}/${command}`, body);

  async function call(source: string, parameters: string): Promise<string> {
    const answer = await send<Answer>('execute/async', {
      script: `const [parameters, done] = arguments;
        (${source})(parameters).then(value => done({ value }), error => done({ error: String(error) }))`,
      args: [parameters],
    });
    if (answer.error) throw new Error(answer.error);
    return answer.value ?? '';
  }

  /** Waits at most 2 s for an answer: a script that is sent while the page is being replaced may get no answer. */
  async function isParsed(): Promise<boolean> {
    const answer = call(IS_PARSED, '').catch(() => 'false');
    return (await Promise.race([answer, setTimeout(2_000)])) === 'true';
  }

  async function pageSize(): Promise<Size> {
    return JSON.parse(
      await call('async () => JSON.stringify({ width: innerWidth, height: innerHeight })', ''),
    );
  }

  return {
    complaints: [],
    async go(url) {
      // Marks the old page: `isParsed` is true only on a page without this mark.
      await call("async () => { document.documentElement.dataset.left = '' }", '');
      await send('url', { url });
      while (!(await isParsed())) await setTimeout(20);
    },
    call,
    async act(actions) {
      await send('actions', { actions });
    },
    async resize(size) {
      let { height } = size;
      for (let tries = 0; tries < 50; tries++) {
        await send('window/rect', { ...size, height });
        await call(NEXT_FRAMES, '');
        const actual = await pageSize();
        if (actual.width === size.width && actual.height === size.height) return;
        // The height of the window includes a tool bar.
        height += size.height - actual.height;
      }
      throw new Error(`The page does not become ${size.width} x ${size.height} px.`);
    },
    async photograph() {
      await call(NEXT_FRAMES, '');
      return Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64');
    },
    async close() {
      await ask('DELETE', session);
    },
  };
}

const IS_PARSED =
  "async () => String(document.readyState !== 'loading' && !('left' in document.documentElement.dataset))";

/** Waits until the page is painted again. Before that, a picture may show the old size or the old scroll position. */
const NEXT_FRAMES =
  "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(''), 50))))";

interface Session {
  sessionId: string;
}

interface Answer {
  value?: string;
  error?: string;
}

async function ask<Result>(
  method: string,
  address: string,
  body?: object,
  signal: AbortSignal | null = null,
): Promise<Result> {
  const sent = body && { body: JSON.stringify(body) };
  const response = await fetch(address, { method, signal, ...sent });
  const { value } = (await response.json()) as { value: Result & { message?: string } };
  if (!response.ok) throw new Error(`${method} ${address}: ${value.message}`);
  return value;
}
