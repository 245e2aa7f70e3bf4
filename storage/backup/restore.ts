import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ErasureLedger, readLedger } from '../erasures.ts';
import { nameOfDatabase, StorageRefusal } from '../errors.ts';
import { recount } from '../invites/recount.ts';
import { pauseLetters } from '../mail/letter.ts';
import { emptyTable, emptyTables, movedTables, tablesInUse } from '../tables.ts';
import { refuseOld, withBackup } from './backup.ts';
import { type Moved, openTarget, requireUnused, transfer, type Watch } from './copy.ts';
import { type ErasedAgain, eraseAgain } from './erase-again.ts';

/** Why a letter that was waiting in the backup is not sent. */
const RESTORED =
  'Restored from a backup; the site may have sent this letter after the backup was made.';

/** Who is an admin after a restore. */
export interface RestoredAdmins {
  phones: string[];
  /** Whether `phones` are the admins of the database that was replaced, and not those of the backup. */
  areKept: boolean;
  /** Admins of the backup who are not admins after the restore. */
  leftOut: string[];
}

export interface RestoreOptions {
  /** Whether a database that contains data may be replaced. */
  replaces: boolean;
  /** Later backups, from which erasures are read. */
  erasuresOf: readonly string[];
  /** Whether to accept a backup that is too old, or does not contain the time when it was made: see `refuseOld`. */
  despiteAge: boolean;
  now: number;
}

export interface Restored extends Moved {
  erasedAgain: ErasedAgain;
  admins: RestoredAdmins;
  /** Whether the bytes of the replaced data were removed from the disk, as far as the engine can: see `scrub`. */
  traceless: boolean;
}

/**
 * Replaces all data of a database except its admins with the data of a backup, in one transaction. Before this
 * transaction, the people who were erased after the backup was made are removed from a temporary copy of the backup.
 * These erasures are read from the database and from the backups in `erasuresOf`. Letters that were waiting in the
 * backup are not sent.
 *
 * @throws StorageRefusal with a sentence for the operator
 */
export async function restore(
  file: string,
  url: string,
  { replaces, erasuresOf, despiteAge, now }: RestoreOptions,
  watch: Watch,
): Promise<Restored> {
  return await withBackup(file, async (backup) => {
    if (!despiteAge) await refuseOld(backup.db, file, now);
    await backup.refuseUnreadable(movedTables);
    await using target = await openTarget(url);
    if (!replaces) {
      const advice = 'Add --replace to replace them with the backup.';
      await requireUnused(target.db, nameOfDatabase(url), advice);
    }
    const own = await readLedger(target);
    const ledgers: ErasureLedger[] = [own];
    for (const other of erasuresOf) ledgers.push(await withBackup(other, readLedger));
    const erasedAgain = await eraseAgain(backup, ledgers);
    // These letters have no address, so the ledgers do not show whether their mailbox was erased.
    await backup.transaction((db) => db.deleteFrom('letter').where('email', '=', '').execute());
    const filled = await target.transaction(async (db) => {
      await refuseErasedMeanwhile(db, own);
      const isUsed = (await tablesInUse(db)).length > 0;
      const ownAdmins = isUsed ? await readAdmins(db) : undefined;
      await emptyTables(db);
      const rows = await transfer(backup.reports, target, db, movedTables, watch);
      await pauseLetters(db, RESTORED);
      return { rows, admins: await keepAdmins(db, ownAdmins) };
    });
    const { differences } = await recount(target.db);
    return { ...filled, differences, erasedAgain, traceless: await target.scrub() };
  });
}

/**
 * Refuses the restore if a person was erased meanwhile. On SQLite a command may erase a person after the list of
 * erasures was read and before this transaction began.
 */
async function refuseErasedMeanwhile(
  db: Kysely<Database>,
  { erasures }: ErasureLedger,
): Promise<void> {
  const rows = await db.selectFrom('erasure').selectAll().execute();
  if (rows.every(({ subject, at }) => erasures.get(subject.toHex()) === at)) return;
  throw new StorageRefusal(
    'A person was erased from the database meanwhile and would be restored. Nothing has changed: run this command again.',
  );
}

type Admin = Database['admin'];

/**
 * Replaces the backup's admins with those of the replaced database: an admin who was removed after the backup was made
 * must not become an admin again.
 *
 * @param own the admins of the replaced database; undefined if it was never used
 */
async function keepAdmins(
  db: Kysely<Database>,
  own: readonly Admin[] | undefined,
): Promise<RestoredAdmins> {
  const phones = (await readAdmins(db)).map(({ phone }) => phone);
  if (!own) return { phones, areKept: false, leftOut: [] };
  await emptyTable(db, 'admin');
  if (own.length > 0) await db.insertInto('admin').values(own).execute();
  const kept = own.map(({ phone }) => phone);
  return { phones: kept, areKept: true, leftOut: phones.filter((phone) => !kept.includes(phone)) };
}

async function readAdmins(db: Kysely<Database>): Promise<Admin[]> {
  return await db.selectFrom('admin').selectAll().orderBy('phone').execute();
}
