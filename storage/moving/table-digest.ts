import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { pagesOf, type Row, type Table } from '../tables.ts';

/** A hash of rows in their order. The same rows have the same hash on every engine. */
export class TableDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #last: Row | undefined;

  add(rows: readonly Row[]): void {
    // Engines return the columns of a table in different orders.
    const columns = Object.keys(rows[0] ?? {}).toSorted();
    // Each row is hashed separately, because the pages of a continued copy begin at other rows.
    for (const row of rows) {
      this.#hash.update(JSON.stringify(columns.map((column) => asText(row[column]))));
    }
    this.#rows += rows.length;
    this.#last = rows.at(-1) ?? this.#last;
  }

  get rows(): number {
    return this.#rows;
  }

  get last(): Row | undefined {
    return this.#last;
  }

  equals(other: TableDigest): boolean {
    return this.#value() === other.#value();
  }

  #value(): string {
    return `${this.#rows} ${this.#hash.copy().digest('hex')}`;
  }
}

/** @param most the maximum number of rows, in the order of the primary key */
export async function digestTable(
  db: Kysely<Database>,
  table: Table,
  most = Number.POSITIVE_INFINITY,
): Promise<TableDigest> {
  const digest = new TableDigest();
  for await (const page of pagesOf(db, table)) {
    digest.add(page.slice(0, most - digest.rows));
    if (digest.rows >= most) break;
  }
  return digest;
}

function asText(value: Row[string] | undefined): string | number | null | undefined {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}
