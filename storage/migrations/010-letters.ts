import { type Kysely, sql } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Letters to the people of the waitlist, and who has confirmed or left (decision 053). */
export async function createLetters(db: Kysely<unknown>, words: TableWords): Promise<void> {
  // For its letter, a sign-up only adds a row to this table, and reads no table. So the duration of the answer does not
  // show what is stored about the address.
  await db.schema
    .createTable('ask')
    .addColumn('id', words.id)
    .addColumn('email', words.text, (column) => column.notNull())
    .addColumn('via', words.text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('earlier', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('member')
    .addColumn('key', words.idNeverReused)
    .addColumn('email', words.text, (column) => column.notNull().unique())
    .addColumn('mailbox', words.bytes, (column) => column.notNull())
    .addColumn('code', words.text, (column) => column.notNull().unique())
    .addColumn('via_member', 'integer')
    .addColumn('friends', 'integer', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('member_in_order')
    .on('member')
    .columns(['rank', 'key desc'])
    .execute();
  await db.schema.createIndex('member_via_member').on('member').column('via_member').execute();
  // A mailbox counts once as a friend, even if two spellings of its address are confirmed at the same time.
  await db.schema
    .createIndex('member_credited_once')
    .unique()
    .on('member')
    .column('mailbox')
    .where(sql.ref('via_member'), 'is not', null)
    .execute();

  await db.schema
    .createTable('letter')
    .addColumn('id', words.idNeverReused)
    .addColumn('kind', 'smallint', (column) => column.notNull())
    .addColumn('subject_key', words.bytes, (column) => column.notNull().unique())
    .addColumn('email', words.text, (column) => column.notNull())
    .addColumn('mailbox', words.bytes, (column) => column.notNull())
    .addColumn('via', words.text)
    .addColumn('state', 'smallint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reply', words.text)
    .execute();
  await db.schema.createIndex('letter_to').on('letter').column('email').execute();
  await db.schema.createIndex('letter_to_mailbox').on('letter').column('mailbox').execute();
  await db.schema
    .createIndex('letter_in_order')
    .on('letter')
    .columns(['state', 'kind', 'due_at', 'id'])
    .execute();

  await db.schema
    .createTable('stopped')
    .addColumn('subject', words.bytes, (column) => column.notNull())
    .addColumn('reason', 'smallint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stopped_for', ['subject', 'reason'])
    .modifyEnd(words.keptInKeyOrder)
    .execute();

  await db.schema
    .createTable('letters_begun')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('earlier_asked_at', 'bigint')
    .addColumn('unscrubbed', 'integer', (column) => column.notNull())
    .execute();
}
