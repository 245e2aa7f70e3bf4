/**
 * `npm run dev`: renders the pages from their sources at every request and reloads them when a file is saved. The real
 * server, which is restarted when its sources change, answers the calls.
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
  // A separate database, because `npm start` may run at the same time and locks its database.
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
  // Requests wait until the pages are ready.
  const server = createServer(async (request, response) => {
    const pages = await started.promise;
    pages.middlewares(request, response);
  });
  // Listens first: if the port is not free, the program ends before it starts anything else.
  const publicUrl = `http://localhost:${await listen(server, config.port)}`;
  const backEnd = await startBackEnd({ ...environment, PUBLIC_URL: publicUrl });
  const sendsLetters = config.letters !== undefined;
  const pages = await startPages(server, { publicUrl, backEnd, sendsLetters });
  started.resolve(pages);
  process.stdout.write(`The site from its sources is at ${publicUrl}\n`);

  await stop;
  server.close();
  server.closeAllConnections();
  await Promise.all([backEnd.stop(), pages.close()]);
}

/** @returns the port, which the system chooses if the setting is 0 */
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
