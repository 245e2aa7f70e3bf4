import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, createApp } from './app.ts';
import { type Config, type Environment, publicUrlOf, readConfig } from './config.ts';
import { fillAdmins } from './identity/first-admins.ts';
import { readableStream } from './log.ts';
import { StartRefusal } from './refusal.ts';
import { BUILD, openSite } from './site.ts';
import { stopSignal } from './stop-signal.ts';

/**
 * Runs the site until a signal ends it: reads the settings, opens the storage, listens, and stops
 * without losing a request.
 *
 * @throws StartRefusal or StorageRefusal with what must be changed before it can start
 */
export async function serve(environment: Environment): Promise<void> {
  const stop = stopSignal(environment);
  // A log that cannot be written, on a full disk or with its reader gone, must not end the site.
  process.stdout.on('error', () => {});
  const config = readConfig(environment);
  const publicUrl = publicUrlOf(config);
  const site = await openSite(BUILD, publicUrl, Date.now, config.profileImageHosts);
  // Last of what may be refused: whatever fails after it has to let go of the database.
  const storage = await openStorage(config.databaseUrl, 'server');
  try {
    const app = await createApp({
      storage,
      site,
      clock: Date.now,
      https: publicUrl.startsWith('https:'),
      trustedProxies: config.trustedProxies,
      appApiKeys: config.appApiKeys,
      metricsTokens: config.metricsTokens,
      profileImageHosts: config.profileImageHosts,
      rateLimits: config.rateLimits,
      identity: config.identity,
      log: process.stdout.isTTY ? readableStream(process.stdout) : process.stdout,
    });
    await run(app, storage, config, stop);
  } finally {
    await storage.close();
  }
}

async function run(app: App, storage: Storage, config: Config, stop: Promise<void>): Promise<void> {
  try {
    const warnings = [config.warning, await fillAdmins(storage, config.adminPhones, Date.now())];
    for (const warning of warnings) if (warning) app.log.warn(warning);
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: (address) =>
        config.publicUrl
          ? `The site is at ${config.publicUrl}, listening on ${address}`
          : `The site is at ${address.replace('127.0.0.1', 'localhost')}`,
    });
  } catch (error) {
    await app.close();
    throw refusalToListen(error, config);
  }
  await stop;
  app.log.info('Stopping once the requests under way are answered.');
  await app.close();
}

function refusalToListen(error: unknown, { port, host }: Config): unknown {
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
