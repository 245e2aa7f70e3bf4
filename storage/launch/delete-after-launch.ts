import { dayOf } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { noteErasedBytes } from '../erasures.ts';
import { addressHashesOf } from '../letters/address-hashes.ts';
import { isConcerned, isStarted, readLaunches } from '../letters/launches.ts';
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
  const isDeleted = isConcerned(launch.at);
  if (!(await hasAny(engine.db, 'waitlist', isDeleted))) return;
  const hashes = await addressHashesOf(engine);
  await engine.transaction(noteErasedBytes);
  /** @returns false if the last address is deleted, or an admin has stopped the deletion meanwhile */
  const deleteStep = (): Promise<boolean> =>
    engine.transaction(async (db) => {
      const people = db.selectFrom('waitlist').select(['email', 'joined_at']).where(isDeleted);
      const step = await people.orderBy('email').limit(ADDRESSES_PER_STEP).execute();
      const started = db.updateTable('launch').where('id', '=', launch.id).where(isStarted);
      const counted = started.set(({ eb }) => ({ deleted: eb('deleted', '+', step.length) }));
      if ((await counted.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return false;
      for (const { email, joined_at: joinedAt } of step)
        await removeAddress(db, hashes, email, { joinedAt, at: now, signUp: 'counted' });
      return step.length === ADDRESSES_PER_STEP;
    });
  do await pause();
  while (await deleteStep());
}
