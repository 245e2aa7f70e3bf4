import type { Kysely, Selectable, Transaction } from 'kysely';
import { COMMAND_LINE } from '../../contract/audit.ts';
import type { Availability } from '../../contract/availability.ts';
import { PAUSED_BY_RESTORE } from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import { readLatest } from '../availability.ts';
import { noteErasedBytes } from '../erasures.ts';
import { nameOfDatabase } from '../errors.ts';
import { markBegun, pauseLetters, readBegunLetters } from '../letters/restored-letters.ts';
import { keepReturned, readReturned } from '../letters/suppressions.ts';
import { recordBackup, recordRestore } from '../notices.ts';
import { recount } from '../recount.ts';
import type { Database } from '../schema.ts';
import { readSecret } from '../secret.ts';
import type { Watch } from '../steps.ts';
import { emptyTables, movedTables, tablesInUse } from '../tables.ts';
import { readMoment, refuseOld, withBackup } from './backup.ts';
import { type Moved, openTarget, requireUnused, transfer } from './copy.ts';
import { type ErasedAgain, type ErasureLedger, eraseAgain, readLedger } from './erase-again.ts';

/** Why a letter that was waiting in the backup is not sent. */
const LETTER_RESTORED =
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
  /** Whether to accept a backup that is too old: see `refuseOld`. */
  despiteAge: boolean;
  now: number;
}

export interface Restored extends Moved {
  erasedAgain: ErasedAgain;
  admins: RestoredAdmins;
  /** What visitors get, as in the backup. */
  app: Availability;
  /** Whether the bytes of the replaced data were removed from the disk, as far as the engine can: see `scrub`. */
  traceless: boolean;
}

/**
 * Replaces all data of a database except its admins with the data of a backup, in one transaction. First, the people
 * who were erased after the backup was made are removed from a temporary copy of the backup.
 * These erasures are read from the database and from the backups in `erasuresOf`. Letters that were waiting in the
 * backup are not sent, and none to addresses whose letters came back after it was made. Mailings are paused, started
 * deletions are stopped, and nothing begins before an admin has looked up what was sent: see `storage.launch.goOn`.
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
    await using target = await openTarget(url);
    if (!replaces) {
      const advice = 'Add --replace to replace them with the backup.';
      await requireUnused(target.db, nameOfDatabase(url), advice);
    }
    const ledgers: ErasureLedger[] = [];
    for (const other of erasuresOf) ledgers.push(await withBackup(other, readLedger));
    // Creates the secret if there is none, which is not possible in the rule.
    await readSecret(target, 'secret');
    // These letters have no address, so the ledgers do not show whether their mailbox was erased.
    await backup.transaction((db) =>
      db.deleteFrom('letter').where('mailing', 'is', null).where('email', '=', '').execute(),
    );
    const filled = await target.transaction(async (db) => {
      // In the transaction: no command can erase a person between this and the replacement.
      const erasedAgain = await eraseAgain(backup, [await readLedger(target), ...ledgers]);
      const isUsed = (await tablesInUse(db)).length > 0;
      const ownAdmins = isUsed ? await readAdmins(db) : undefined;
      const begun = await readBegunLetters(db);
      const returned = await readReturned(db);
      const madeAt = await readMoment(backup.db, file);
      const since = await readSince(db, madeAt);
      const secret = await readSecret(target, 'secret');
      await emptyTables(db);
      const rows = await transfer(backup.reports, target, db, movedTables, watch);
      await recordBackup(db, madeAt);
      // Hashes of another secret would match no address.
      if (Buffer.compare(secret, await readSecret(backup, 'secret')) === 0) {
        await keepReturned(db, returned);
        await keepSince(db, since);
      }
      await standStill(db, madeAt, now);
      await markBegun(db, begun, LETTER_RESTORED);
      return {
        rows,
        erasedAgain,
        admins: await keepAdmins(db, ownAdmins),
        app: (await readLatest(db)).state,
      };
    });
    const { differences } = await recount(target);
    const traceless = await target.scrub();
    // The next retention tries again.
    if (!traceless) await target.transaction(noteErasedBytes);
    return { ...filled, differences, traceless };
  });
}

/** Before a restore: what people have asked for since the backup, and what admins have done. */
async function readSince(db: Kysely<Database>, madeAt: number) {
  const kept = db.selectFrom('waitlist').select(['email', 'kept_at']).where('kept_at', '>', madeAt);
  const columns = ['at', 'who', 'act', 'detail'] as const;
  const acts = db.selectFrom('audit').select(columns).where('at', '>', madeAt).orderBy('id');
  return { kept: await kept.execute(), acts: await acts.execute() };
}

/** After a restore of the same site. The audit shows an admin what was sent after the backup was made. */
async function keepSince(
  db: Kysely<Database>,
  { kept, acts }: Awaited<ReturnType<typeof readSince>>,
): Promise<void> {
  for (const { email, kept_at } of kept)
    await db.updateTable('waitlist').set({ kept_at }).where('email', '=', email).execute();
  for (const act of acts) await db.insertInto('audit').values(act).execute();
}

/** Pauses mailings, stops started deletions, and lets none begin until an admin confirms it: see `storage.launch.goOn`. */
async function standStill(db: Transaction<Database>, madeAt: number, now: number): Promise<void> {
  await pauseLetters(db, { letter: LETTER_RESTORED, mailing: PAUSED_BY_RESTORE });
  await db.updateTable('launch').set({ started_at: null, who: null }).execute();
  await recordRestore(db, now);
  const detail = `made at ${new Date(madeAt).toISOString()}`;
  await recordAct(db, { who: COMMAND_LINE, at: now }, 'restore', detail);
}

type Admin = Selectable<Database['admin']>;

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
  await db.deleteFrom('admin').execute();
  if (own.length > 0) await db.insertInto('admin').values(own).execute();
  const kept = own.map(({ phone }) => phone);
  return { phones: kept, areKept: true, leftOut: phones.filter((phone) => !kept.includes(phone)) };
}

async function readAdmins(db: Kysely<Database>): Promise<Admin[]> {
  return await db.selectFrom('admin').selectAll().orderBy('phone').execute();
}
