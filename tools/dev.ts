/**
 * `npm run dev`: the pages from their sources, rendered anew at every request and reloaded when a
 * file is saved, in front of the real server, which is restarted when its sources change.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ViteDevServer } from 'vite';
import { stopSignal } from '../server/operations/stop-signal.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { StartRefusal } from '../server/settings/refusal.ts';
import { startBackEnd } from './dev-back-end.ts';
import { startPages } from './dev-pages.ts';

const LOOPBACK = '127.0.0.1';

const environment = {
  ...process.env,
  HOST: LOOPBACK,
  // So that it can run beside `npm start`, which holds a lock on its own database.
  DATABASE_URL: process.env['DATABASE_URL'] || 'file:data/dev.db',
};

try {
  await develop();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function develop(): Promise<void> {
  const stop = stopSignal(process.env);
  const config = readSettings({ ...environment, PUBLIC_URL: 'http://localhost' });
  const started = Promise.withResolvers<ViteDevServer>();
  // Who comes too early waits.
  const server = createServer(async (request, response) => {
    const pages = await started.promise;
    pages.middlewares(request, response);
  });
  // First of all, because a server that cannot listen should have started nothing else.
  const publicUrl = `http://localhost:${await listen(server, config.port)}`;
  const backEnd = await startBackEnd({ ...environment, PUBLIC_URL: publicUrl });
  const pages = await startPages(server, publicUrl, backEnd);
  started.resolve(pages);
  process.stdout.write(`The site from its sources is at ${publicUrl}\n`);

  await stop;
  server.close();
  server.closeAllConnections();
  await Promise.all([backEnd.stop(), pages.close()]);
}

/** @returns the port, which the system chooses where the setting is 0 */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, LOOPBACK);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartRefusal(
      `PORT must be a port that is free, and is '${port}' (${(error as Error).message}). Try another, as in: PORT=${port + 1} npm run dev`,
    );
  }
  return (server.address() as AddressInfo).port;
}
