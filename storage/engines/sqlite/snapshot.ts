import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { type Connection, connect } from './connection.ts';
import { dialectOver } from './dialect.ts';
import { namingTrouble } from './file-trouble.ts';

/**
 * Has work read a copy of the database. Whoever reads the file itself for long keeps the write-ahead
 * log from being folded back, and it would grow until they end; SQLite makes a copy within seconds.
 */
export async function withSnapshot<Result>(
  file: string,
  read: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const copy = await namingTrouble(`${file} cannot be copied beside itself`, async () =>
    openCopy(file),
  );
  const db = new Kysely<Database>({ dialect: dialectOver(copy) });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** The copy has no name any more when this returns, so that nothing is left of it however the process ends. */
function openCopy(file: string): Connection {
  const folder = mkdtempSync(`${file}-snapshot-`);
  try {
    const copy = join(folder, 'snapshot.db');
    const source = connect(file, { readOnly: true });
    try {
      source.prepare('VACUUM INTO ?').run(copy);
    } finally {
      source.close();
    }
    return connect(copy, { readOnly: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
