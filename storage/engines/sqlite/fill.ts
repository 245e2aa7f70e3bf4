import type { Filling } from '../../engine.ts';
import { bindable, type Connection, connect } from './connection.ts';
import { withKysely } from './dialect.ts';
import { namingTrouble } from './file-trouble.ts';

/** Fills tables in one transaction of a separate connection. */
export async function fill<Result>(
  file: string,
  work: (filling: Filling) => Promise<Result>,
): Promise<Result> {
  const connection = connect(file, { readOnly: false });
  return await withKysely(connection, (own) =>
    namingTrouble(`The database ${file} cannot be filled`, () =>
      own.transaction().execute((db) => work({ db, ...fillingOf(connection) })),
    ),
  );
}

function fillingOf({ prepare }: Connection): Omit<Filling, 'db'> {
  return {
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      const names = columns.map((column) => `"${column}"`).join(', ');
      const places = columns.map(() => '?').join(', ');
      const insertion = prepare(`INSERT INTO "${table}" (${names}) VALUES (${places})`);
      for (const row of rows) insertion.run(...bindable(columns.map((column) => row[column])));
    },
    async continueAfter(table, _column, last) {
      prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
      prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, last);
    },
  };
}
