import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from '../find-program.ts';
import { type Bidi, connectBidi } from './bidi.ts';
import type { Browser, BrowserKind, Settings, Tab } from './tab.ts';

const program = findProgram('firefox-esr');

export const firefox: BrowserKind = {
  name: 'Firefox',
  absence: 'Firefox (firefox-esr) is not installed',
  isInstalled: program !== undefined,
  start,
};

async function start(settings: Settings): Promise<Browser> {
  if (!program) throw new Error('There is no firefox-esr.');
  await using started = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'impromptu-firefox-'));
  started.defer(() => rm(profile, { recursive: true, force: true }));
  await writeFile(join(profile, 'user.js'), preferences(settings));
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    {
      // As root, Firefox does not start if HOME belongs to another user. Without MOZ_REMOTE_SETTINGS_DEVTOOLS
      // it ignores `services.settings.server`, set below.
      env: { ...process.env, HOME: profile, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exited = once(child, 'close');
  started.defer(async () => {
    child.kill();
    await exited;
  });
  const bidi = await connectBidi(`${await addressIn(child.stderr)}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });

  const parts = started.move();
  return {
    open: () => openTab(bidi),
    async close() {
      bidi.send('browser.close', {}).catch(() => child.kill());
      await exited;
      bidi.close();
      await parts.disposeAsync();
    },
  };
}

/** Several preferences prevent requests to Mozilla's servers. The proxy refuses the requests that remain. */
function preferences({ reducesMotion, proxyPort }: Settings): string {
  const all = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    // Scrollbars that overlay the page, as on a phone. Other scrollbars would make the page 12 px narrower.
    'ui.useOverlayScrollbars': 1,
    // Report a mouse that can hover: headless Firefox reports none.
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'ui.prefersReducedMotion': Number(reducesMotion),
    'intl.accept_languages': 'en-US',
    'app.normandy.enabled': false,
    'app.update.disabledForTesting': true,
    'browser.safebrowsing.update.enabled': false,
    'browser.search.update': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.startup.page': 0,
    'browser.newtabpage.enabled': false,
    'fission.webContentIsolationStrategy': 0,
    'dom.ipc.processCount': 1,
    'datareporting.policy.dataSubmissionEnabled': false,
    'extensions.update.enabled': false,
    'media.gmp-manager.updateEnabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
  };
  return Object.entries(all)
    .map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(', ')});\n`)
    .join('');
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) {
      output.resume();
      return address;
    }
    lines.push(line);
  }
  throw new Error(`Firefox did not start: ${lines.join('\n')}`);
}

/** Firefox logs this for a font that was still loading when the test opened another page (NS_BINDING_ABORTED). */
const ABORTED = 'status=2152398850';

interface LogEntry {
  level: string;
  text: string;
}

async function openTab(bidi: Bidi): Promise<Tab> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  const complaints: string[] = [];
  bidi.on<LogEntry>('log.entryAdded', ({ level, text }) => {
    if ((level === 'error' || level === 'warn') && !text.includes(ABORTED)) complaints.push(text);
  });

  return {
    complaints,
    async go(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    async call(source, parameters) {
      const answer = await bidi.send<CallAnswer>('script.callFunction', {
        functionDeclaration: source,
        arguments: [{ type: 'string', value: parameters }],
        target: { context },
        awaitPromise: true,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    async act(actions) {
      await bidi.send('input.performActions', { context, actions });
    },
    async resize(viewport) {
      await bidi.send('browsingContext.setViewport', { context, viewport });
    },
    async photograph() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async close() {
      // Also closes a tab that a link has opened.
      await bidi.send('browser.removeUserContext', { userContext });
    },
  };
}

type CallAnswer =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };
