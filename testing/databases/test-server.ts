/**
 * One PostgreSQL server for all processes of a test run, which is started unless `TEST_DATABASE_URL` names one. On this
 * server the real migrations make a database that the tests copy.
 */
import { openStorage } from '../../storage/open.ts';
import { createBarePostgresDatabase, testServer } from './postgres-test-engine.ts';
import type { TestDatabase } from './test-engine.ts';

let template: TestDatabase | undefined;

export async function globalSetup(): Promise<void> {
  process.env['TEST_DATABASE_URL'] = await testServer();
  template = await createBarePostgresDatabase();
  await (await openStorage(template.url, 'server')).close();
  process.env['TEST_TEMPLATE'] = new URL(template.url).pathname.slice(1);
}

/** @throws if the server has ended during the run */
export async function globalTeardown(): Promise<void> {
  await template?.remove();
}
