import { type Kysely, sql, type Transaction } from 'kysely';
import type { Act, Author } from '../contract/audit.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';
import { hasAny } from './tables.ts';

export interface AuditEntry extends Author {
  readonly act: string;
  readonly detail: string;
}

/** What admins did. */
export function createAudit(engine: Engine) {
  const { db } = engine;
  const record = (author: Author, act: Act, detail = ''): Promise<void> =>
    engine.transaction((db) => recordAct(db, author, act, detail));

  return {
    /** Records an act that changes nothing else. */
    record,

    /**
     * Records a look of a page that repeats it every few seconds, unless it was recorded after `since`.
     */
    async recordLook(author: Author, act: Act, since: number): Promise<void> {
      if (!(await isRecorded(db, author, act, since))) await record(author, act);
    },

    /** @returns every entry, the newest last */
    async entries(): Promise<AuditEntry[]> {
      const rows = await db.selectFrom('audit').selectAll().orderBy('id').execute();
      return rows.map(({ at, who, act, detail }) => ({ at, who, act, detail }));
    },

    /** @returns the last entries, the newest first */
    latest: (limit: number): Promise<AuditEntry[]> =>
      db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit).execute(),
  };
}

/**
 * Records an act in the transaction of the act, so that neither is stored without the other.
 *
 * @param detail without email addresses, because the audit is kept when a person is erased
 */
export async function recordAct(
  db: Transaction<Database>,
  { who, at }: Author,
  act: Act,
  detail: string,
): Promise<void> {
  await db.insertInto('audit').values({ who, at, act, detail }).execute();
}

/** Records an act in a transaction, unless the author has done it since a time. */
export async function recordOnce(
  db: Transaction<Database>,
  author: Author,
  act: Act,
  since: number,
): Promise<void> {
  if (!(await isRecorded(db, author, act, since - 1))) await recordAct(db, author, act, '');
}

function isRecorded(
  db: Kysely<Database>,
  { who }: Author,
  act: Act,
  after: number,
): Promise<boolean> {
  return hasAny(db, 'audit', sql`act = ${act} AND who = ${who} AND at > ${after}`);
}

export async function forgetAudit(engine: Engine, before: number): Promise<void> {
  await engine.transaction((db) => db.deleteFrom('audit').where('at', '<', before).execute());
}
