import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Admins, sessions, and sign-in codes for phone numbers. */
export async function createIdentity(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('admin')
    .addColumn('phone', words.text, (column) => column.primaryKey().notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('account')
    .addColumn('user_id', words.text, (column) => column.primaryKey().notNull())
    .addColumn('phone', words.text, (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('token_hash', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('user_id', words.text, (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema.createIndex('session_of_account').on('session').column('user_id').execute();

  await db.schema
    .createTable('sign_in_code')
    .addColumn('id_hash', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('phone', words.text, (column) => column.notNull())
    .addColumn('browser_hash', words.bytes, (column) => column.notNull())
    .addColumn('code_hash', words.bytes, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sign_in_code_newest', ['phone', 'browser_hash'])
    .execute();
  await db.schema
    .createTable('spent_challenge')
    .addColumn('nonce', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('budget')
    .addColumn('key', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('taken_in_hour', 'integer', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('taken_in_day', 'integer', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();

  await db.schema
    .createTable('secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', words.bytes, (column) => column.notNull())
    .execute();
}
