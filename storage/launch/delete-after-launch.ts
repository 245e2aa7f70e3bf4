import type { Kysely } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { noteErasedBytes } from '../erasures.ts';
import { isConcerned, isStarted, type Launch, readLaunches } from '../letters/launches.ts';
import { type Subjects, subjectsOf } from '../letters/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { removeAddress } from '../waitlist/leaving.ts';

/** Few, so that other writes do not wait long for a step. */
const ADDRESSES_PER_STEP = 50;

/**
 * Deletes the addresses of the newest launch once its day has come, if an admin has started that (`Launch.start`). The hashes of
 * people who have left and of returned letters stay, and sign-ups stay counted for their inviters.
 */
export async function deleteAfterLaunch(
  engine: Engine,
  now: number,
  pause: () => Promise<void>,
): Promise<void> {
  const [launch] = await readLaunches(engine.db);
  if (!launch || launch.started_at === null || launch.day > dayOf(now)) return;
  if (!(await hasAny(engine.db, 'waitlist', isConcerned(launch.at)))) return;
  const subjects = await subjectsOf(engine);
  await engine.transaction(noteErasedBytes);
  do await pause();
  while (await engine.transaction((db) => deleteStep(db, launch, subjects, now)));
}

/** @returns false if the last address is deleted, or an admin has stopped the deletion meanwhile */
async function deleteStep(
  db: Kysely<Database>,
  { id, at }: Launch,
  subjects: Subjects,
  now: number,
): Promise<boolean> {
  const people = db.selectFrom('waitlist').select(['email', 'joined_at']).where(isConcerned(at));
  const step = await people.orderBy('email').limit(ADDRESSES_PER_STEP).execute();
  const { numUpdatedRows } = await db
    .updateTable('launch')
    .set(({ eb }) => ({ deleted: eb('deleted', '+', step.length) }))
    .where('id', '=', id)
    .where(isStarted)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  for (const { email, joined_at: joinedAt } of step)
    await removeAddress(db, subjects, email, { joinedAt, at: now, signUp: 'counted' });
  return step.length === ADDRESSES_PER_STEP;
}
