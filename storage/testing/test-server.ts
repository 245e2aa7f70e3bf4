/** One PostgreSQL server for all processes of a run of tests, unless `TEST_DATABASE_URL` names one. */
import { createPostgres, type PostgresProcess } from './postgres-process.ts';

let server: PostgresProcess | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return;
  server = await createPostgres({ durable: false });
  await server.start();
  process.env['TEST_DATABASE_URL'] = server.urlOf('postgres');
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
}
