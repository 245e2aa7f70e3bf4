import { isUtf8 } from 'node:buffer';
import { StorageRefusal } from '../../errors.ts';
import type { Connection } from './connection.ts';

/** An SQL function: whether bytes are UTF-8 without NUL. Other bytes would be other characters in JavaScript. */
const IS_TEXT = 'is_text';

const isText = (column: string) =>
  `(typeof(${column}) = 'text' AND ${IS_TEXT}(CAST(${column} AS blob)))`;

/** What belongs into a column of a type: its name, and SQL for whether a value is of this kind. */
function kindOf(type: unknown): { name: string; is: (column: string) => string } {
  if (type === 'TEXT') return { name: 'text in UTF-8', is: isText };
  if (type === 'BLOB') return { name: 'bytes', is: (column) => `typeof(${column}) = 'blob'` };
  const limit = `${Number.MAX_SAFE_INTEGER} / 2`;
  return {
    name: 'a whole number below 2^53',
    is: (column) => `(typeof(${column}) = 'integer' AND abs(${column} / 2) <= ${limit})`,
  };
}

/**
 * SQLite stores any value in any column, for example if another program has written it. Such a value could end a
 * transfer with an error, or a loop that reads page after page would never end.
 *
 * @param file for the message
 * @throws StorageRefusal that names the first row with a value that does not belong into its column
 */
export function refuseUnreadable(
  { database }: Connection,
  file: string,
  tables: readonly string[],
): void {
  database.function(IS_TEXT, { deterministic: true }, (value) =>
    Number(value instanceof Uint8Array && isUtf8(value) && !value.includes(0)),
  );
  for (const table of tables) {
    const columns = database
      .prepare(`SELECT '"' || name || '"' AS name, type, pk FROM pragma_table_info(?)`)
      .all(table)
      .map(({ name, type, pk }) => ({ name: String(name), kind: kindOf(type), isKey: pk !== 0 }));
    const wrong = columns.map(({ name, kind }) => `${name} IS NOT NULL AND NOT ${kind.is(name)}`);
    const cases = columns.map(({ name, kind }, n) => {
      return `WHEN ${wrong[n]} THEN '${name.slice(1, -1)} is not ${kind.name}'`;
    });
    const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => equationOf(name));
    const found = database
      .prepare(
        `SELECT CASE ${cases.join(' ')} END AS problem, ${keys.join(" || ' AND ' || ")} AS row
         FROM "${table}" WHERE ${wrong.join(' OR ')} LIMIT 1`,
      )
      .get();
    if (!found) continue;
    throw new StorageRefusal(
      `The table ${table} of ${file} has a row whose ${found['problem']}. Correct or delete this row with the program sqlite3, and then try again: WHERE ${found['row']}`,
    );
  }
}

/** SQL for an SQL condition that only the row with this value of a key fulfils. */
function equationOf(name: string): string {
  const bytesAsText = `'CAST(x''' || hex(${name}) || ''' AS text)'`;
  return `'${name} = ' || iif(typeof(${name}) = 'text' AND NOT ${isText(name)}, ${bytesAsText}, quote(${name}))`;
}
