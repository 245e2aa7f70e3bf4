import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findProgram } from '../find-program.ts';
import type { Browser, BrowserKind, Settings, Tab } from './tab.ts';
import { openWindow } from './webdriver.ts';

const [driver, display] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')];

/** WebKitGTK has the same engine as Safari. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  absence: 'WebKit (WebKitWebDriver and Xvfb) is not installed',
  isInstalled: driver !== undefined && display !== undefined,
  start,
};

/** Shrinks the tool bar: with the usual tool bar the window could not be narrower than 447 px. */
const FLAT_TOOL_BAR = `* {
  min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-source: none;
}`;

const START_TIMEOUT_MS = 30_000;

async function start(settings: Settings): Promise<Browser> {
  if (!driver || !display) throw new Error('There is no WebKitWebDriver, or no Xvfb.');
  await using started = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'impromptu-webkit-'));
  started.defer(() => rm(home, { recursive: true, force: true }));
  const gtk = join(home, 'gtk-3.0');
  await mkdir(gtk);
  await writeFile(join(gtk, 'gtk.css'), FLAT_TOOL_BAR);
  const animations = Number(!settings.reducesMotion);
  await writeFile(join(gtk, 'settings.ini'), `[Settings]\ngtk-enable-animations=${animations}\n`);

  const screen = spawn(
    display,
    ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const closed = once(screen, 'close');
  started.defer(async () => {
    screen.kill();
    await closed;
  });
  const env = {
    ...process.env,
    // In the locale C, WebKit writes 1,000 without a comma.
    LC_ALL: 'en_US.UTF-8',
    DISPLAY: `:${await firstLine(screen, closed)}`,
    XDG_CONFIG_HOME: home,
    // Draws with the processor: twice as fast as with an emulated graphics card.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  };

  const parts = started.move();
  return { open: () => openTab(driver, env, settings), close: () => parts.disposeAsync() };
}

/** Starts a driver for each tab. Sometimes a driver gets no answer from its browser; then another driver is started. */
async function openTab(driver: string, env: NodeJS.ProcessEnv, settings: Settings): Promise<Tab> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    // In a new process group, so that the driver and its browser can be ended together.
    const child = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore', detached: true });
    const closed = once(child, 'close');
    const end = async () => {
      killGroup(child);
      await closed;
    };
    try {
      const address = `http://127.0.0.1:${port}`;
      await untilListening(address, child);
      const tab = await openWindow(address, settings, AbortSignal.timeout(START_TIMEOUT_MS));
      return { ...tab, close: () => tab.close().finally(end) };
    } catch (error) {
      await end();
      if (tries === 3) throw error;
    }
  }
}

/** Does nothing if all processes of the group have ended. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function firstLine(screen: ChildProcess, closed: Promise<unknown>): Promise<string> {
  const output = screen.stdio[3];
  if (!output) throw new Error('Xvfb has no output.');
  const [line] = await Promise.race([
    once(output, 'data'),
    closed.then(() => Promise.reject(new Error('Xvfb did not start.'))),
  ]);
  return String(line).trim();
}

/** Finds a port for WebKitWebDriver: started with port 0, it does not print which port it got. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilListening(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      await fetch(`${address}/status`);
      return;
    } catch {
      await setTimeout(20);
    }
  }
  throw new Error('WebKitWebDriver did not start.');
}
