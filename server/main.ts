import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { createApp } from './app.ts';
import type { App } from './app-parts.ts';
import { fillAdmins } from './identity/first-admins.ts';
import { readableStream } from './log.ts';
import { stopSignal } from './operations/stop-signal.ts';
import { readBuild } from './pages/build.ts';
import { type Environment, readSettings, type Settings } from './settings/read-settings.ts';
import { StartRefusal } from './settings/refusal.ts';

/**
 * Runs the site until a signal stops it: reads the settings, opens the storage, listens, and stops without losing a
 * request.
 *
 * @throws StartRefusal or StorageRefusal with what must be changed
 * @throws StorageUnavailable if the storage is broken until the program restarts
 */
export async function serve(environment: Environment): Promise<void> {
  const stop = stopSignal(environment);
  // A log that cannot be written, with a full disk or a closed pipe, must not stop the site.
  process.stdout.on('error', () => {});
  const settings = readSettings(environment);
  const build = await readBuild();
  // Opened after all other checks: if a later step fails, it must be closed again.
  const storage = await openStorage(settings.databaseUrl, 'server');
  try {
    const log = process.stdout.isTTY ? readableStream(process.stdout) : process.stdout;
    const app = await createApp({ ...settings, storage, clock: Date.now, log }, build);
    await run(app, storage, settings, stop);
  } finally {
    await storage.close();
  }
}

async function run(
  app: App,
  storage: Storage,
  settings: Settings,
  stop: Promise<void>,
): Promise<void> {
  try {
    const warnings = [
      settings.warning,
      await fillAdmins(storage, settings.adminPhones, Date.now()),
    ];
    for (const warning of warnings) if (warning) app.log.warn(warning);
    await app.listen({
      port: settings.port,
      host: settings.host,
      listenTextResolver: (address) =>
        settings.publicUrl
          ? `The site is at ${settings.publicUrl}, listening on ${address}`
          : `The site is at ${address.replace('127.0.0.1', 'localhost')}`,
    });
  } catch (error) {
    await app.close();
    throw refusalToListen(error, settings);
  }
  if (settings.ownMachine) app.log.info('Robots and tools such as curl count like people here.');
  const broken = await Promise.race([stop, storage.broken]);
  if (broken)
    app.log.fatal(broken, 'The site cannot continue and ends, so that its supervisor restarts it.');
  else app.log.info('Stopping after the current requests are answered.');
  await app.close();
  if (broken) throw broken;
}

function refusalToListen(error: unknown, { port, host }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartRefusal(
      `PORT must be a port that is free on ${host}, and is '${port}', which something else uses already. Try another, as in: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES') {
    return new StartRefusal(`PORT must be one that you may listen on, and is '${port}'.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartRefusal(`HOST must be an address of this machine, and is '${host}'.`);
  }
  return error;
}
