import { lookup } from 'node:dns/promises';
import { collectDefaultMetrics } from '@prometheus-io/client';
import manifest from '../package.json' with { type: 'json' };
import { nameOfDatabase } from '../storage/errors.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { createApp } from './app.ts';
import type { FastifyApp } from './app-parts.ts';
import { addFirstAdmins } from './identity/first-admins.ts';
import { readableStream } from './log.ts';
import { stopSignal } from './operations/stop-signal.ts';
import { readBuild } from './pages/build.ts';
import { type Environment, readSettings, type Settings } from './settings/read-settings.ts';
import { StartRefusal } from './settings/refusal.ts';

/**
 * Runs the site until a signal stops it: reads the settings, opens the storage, listens, and on a signal answers all
 * requests before it returns.
 *
 * @throws StartRefusal or StorageRefusal with what must be changed
 * @throws StorageUnavailable if the storage failed and only a restart of the program can help
 */
export async function serve(environment: Environment): Promise<void> {
  const stop = stopSignal();
  // Without a listener the error of a full disk or a closed pipe would end the program.
  process.stdout.on('error', () => {});
  const settings = readSettings(environment);
  const build = await readBuild();
  // Opened after all other checks, because from here on every failure must close the storage again.
  const storage = await openStorage(settings.databaseUrl, 'server');
  try {
    const log = process.stdout.isTTY ? readableStream(process.stdout) : process.stdout;
    const app = await createApp({ ...settings, storage, clock: Date.now, log }, build);
    collectDefaultMetrics({ register: app.metrics });
    await listen(app, storage, settings);
    await runUntil(stop, app, storage);
  } finally {
    await storage.close();
  }
}

async function addressToListenOn({
  port,
  host,
}: Settings): Promise<{ port: number; host: string }> {
  // For the host "localhost", if this name has two addresses, Fastify would open a second server. Connections to that
  // server would be neither bounded nor counted.
  const { address } = await lookup(host, { order: 'ipv4first' });
  return { port, host: address };
}

async function listen(app: FastifyApp, storage: Storage, settings: Settings): Promise<void> {
  try {
    const warnings = [
      settings.warning,
      await addFirstAdmins(storage, settings.adminPhones, Date.now()),
    ];
    for (const warning of warnings) if (warning) app.log.warn(warning);
    if (storage.isNew) tellOfNewDatabase(app, settings);
    await app.listen({
      ...(await addressToListenOn(settings)),
      listenTextResolver: (address) =>
        settings.publicUrl
          ? `The site is at ${settings.publicUrl}, listening on ${address}, version ${manifest.version}`
          : `The site is at ${address.replace('127.0.0.1', 'localhost')}, version ${manifest.version}`,
    });
  } catch (error) {
    await app.close();
    throw refusalToListen(error, settings);
  }
  if (settings.ownMachine)
    app.log.info(
      'Visits by robots and by tools such as curl are counted, because only this machine can reach the site.',
    );
}

async function runUntil(
  stop: Promise<void>,
  app: FastifyApp,
  { broken: ends }: Storage,
): Promise<void> {
  const broken = await Promise.race([stop, ends]);
  if (broken)
    app.log.fatal(
      broken,
      'The site cannot continue and ends, so that a supervisor such as systemd restarts it.',
    );
  else app.log.info('Stopping after the current requests are answered.');
  await app.close();
  if (broken) throw broken;
}

/**
 * Logs that the database is new. Otherwise a mistyped DATABASE_URL would not be noticed, because the site would start
 * with a new, empty database.
 */
function tellOfNewDatabase({ log }: FastifyApp, { databaseUrl, ownMachine }: Settings): void {
  const sentence = `The database ${nameOfDatabase(databaseUrl)} is new, so the site starts without data. If you expected data, check DATABASE_URL.`;
  if (ownMachine) log.info(sentence);
  else log.warn(sentence);
}

function refusalToListen(error: unknown, { port, host }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartRefusal(
      `PORT must be a port that is free on ${host}, and is '${port}', which another program already uses. Set another one, or try PORT=0, which takes a free one.`,
    );
  }
  if (code === 'EACCES') {
    return new StartRefusal(
      `PORT must be a port on which this user may listen, usually one from 1024 on, and is '${port}'.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartRefusal(`HOST must be an address of this machine, and is '${host}'.`);
  }
  return error;
}
