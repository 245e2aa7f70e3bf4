import { mkdtempDisposableSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { type Connection, connect } from './connection.ts';
import { withKysely } from './dialect.ts';
import { namingTrouble } from './file-trouble.ts';

/**
 * Runs work on a copy of the database, which SQLite makes within seconds. A long read transaction on the file itself
 * would prevent checkpoints, and the write-ahead log would grow until the transaction ends.
 */
export async function withSnapshot<Result>(
  file: string,
  read: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const copy = await namingTrouble(
    `A temporary copy of ${file} cannot be made beside it`,
    async () => openCopy(file),
  );
  return await withKysely(copy, read);
}

/** Unlinks the copy as soon as it is open, so that the system deletes it when the process ends, also after a crash. */
function openCopy(file: string): Connection {
  using folder = mkdtempDisposableSync(`${file}-snapshot-`);
  const copy = join(folder.path, 'snapshot.db');
  const source = connect(file, { readOnly: true });
  try {
    source.prepare('VACUUM INTO ?').run(copy);
  } finally {
    source.close();
  }
  return connect(copy, { readOnly: true });
}
