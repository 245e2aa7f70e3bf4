/**
 * Starts one PostgreSQL server for all processes of a test run, unless `TEST_DATABASE_URL` names one. On this server
 * the real migrations make a database that the tests copy.
 */
import { openStorage } from '../../storage/open.ts';
import { createPostgres, type PostgresProcess } from './postgres-process.ts';
import { createBarePostgresDatabase } from './postgres-test-engine.ts';
import type { TestDatabase } from './test-engine.ts';

let server: PostgresProcess | undefined;
let template: TestDatabase | undefined;

export async function globalSetup(): Promise<void> {
  if (!process.env['TEST_DATABASE_URL']) {
    server = await createPostgres({ durable: false });
    await server.start();
    process.env['TEST_DATABASE_URL'] = server.urlOf('postgres');
  }
  template = await createBarePostgresDatabase();
  await (await openStorage(template.url, 'server')).close();
  process.env['TEST_TEMPLATE'] = new URL(template.url).pathname.slice(1);
}

export async function globalTeardown(): Promise<void> {
  await template?.remove();
  await server?.remove();
}
