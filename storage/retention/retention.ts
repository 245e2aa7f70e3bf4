import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  AUDIT_RETENTION_MONTHS,
  BACKUP_DELETION_DAYS,
  DAY_MS,
  dayOf,
  INVITE_EVENT_RETENTION_MONTHS,
  monthsBefore,
} from '../../contract/durations.ts';
import { EVENT_ID_MEMORY_DAYS } from '../../contract/invite-events.ts';
import { forgetAudit } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { countUnscrubbed, forgetUnscrubbed } from '../erasures.ts';
import { forgetSignIns } from '../identity/sessions.ts';
import { deleteZeros, moveToOlder } from '../invites/counters.ts';
import { deleteAfterLaunch } from '../launch/delete-after-launch.ts';
import { forgetLetters } from '../letters/forget-letters.ts';
import { forgetNotes } from '../marks.ts';
import type { Database } from '../schema.ts';
import { deleteRows, hasAny, ranges } from '../tables.ts';
import { forgetGoneRefs } from '../waitlist/sign-up-refs.ts';
import { forgetAuthors } from '../waitlist/waves.ts';

/** The rows of one step. Few rows, so that other writes do not wait long for a step. */
const ROWS_PER_STEP = 10_000;

type Pause = () => Promise<void>;

export interface RetentionRun {
  /** When the run began, in milliseconds since 1970 UTC. */
  at: number;
  /** How many single events were removed because they were too old. */
  events: number;
  /** How many events of erased people were removed. */
  erasedEvents: number;
}

/** Deletes data at the end of its retention period. */
export function createRetention(engine: Engine) {
  const lastRun = async (): Promise<RetentionRun | undefined> => {
    const row = await engine.db.selectFrom('retention_run').selectAll().executeTakeFirst();
    return row && { at: row.at, events: row.events, erasedEvents: row.erased_events };
  };

  /**
   * Removes expired data in short steps:
   * - single events (their sums stay), event ids, and notes about days that no chart shows any more
   * - the log's rows of erased people, and the bytes of these rows on disk, as far as the engine can
   * - letters, and requests for letters (`Ask`) that `storage.letters.queue` never read
   * - addresses of the waitlist after the launch, if an admin has started that
   * - the bytes on disk of addresses that have left the waitlist
   * - sessions and codes, and accounts that have no session and are not an admin's
   * - erasures that are older than every backup that may still exist, and old acts of admins
   *
   * A run removes at most what has expired within a day after the last run, so that a wrong clock does little harm.
   *
   * @param stop interrupts the run between two steps; the next run continues
   * @throws the reason of `stop`
   */
  const run = async (now: number, stop?: AbortSignal): Promise<RetentionRun> => {
    const pause = async () => {
      // Lets the event loop answer requests between two steps.
      await setImmediate();
      stop?.throwIfAborted();
    };
    const reach = await reachAfter(engine, now);
    const until = Math.min(now, reach);
    await deleteAfterLaunch(engine, until, pause);
    const erased = await engine.db.selectFrom('erased_inviter').select('inviter_key').execute();
    const erasedEvents = erased.length > 0 ? await removeErased(engine, pause) : 0;
    const oldest = dayOf(monthsBefore(until, INVITE_EVENT_RETENTION_MONTHS));
    await forgetNotes(engine, oldest);
    const events = await forgetEvents(engine, oldest, pause);
    await forgetEventKeys(engine, until - EVENT_ID_MEMORY_DAYS * DAY_MS, pause);
    await forgetSignIns(engine, until);
    await forgetErasures(engine, until - BACKUP_DELETION_DAYS * DAY_MS);
    await forgetAudit(engine, monthsBefore(until, AUDIT_RETENTION_MONTHS));
    await forgetAuthors(engine, monthsBefore(until, AUDIT_RETENTION_MONTHS));
    await forgetLetters(engine, until);
    await forgetGoneRefs(engine, pause);
    const unscrubbed = await countUnscrubbed(engine);
    // If the deleted bytes cannot be removed from the disk now, `erased_inviter` and `unscrubbed` do not change. So the
    // next run tries again.
    if ((erased.length > 0 || unscrubbed > 0) && (await engine.scrub())) {
      await forgetErased(engine, erased, pause);
      await forgetUnscrubbed(engine, unscrubbed);
    }
    const run = { at: now, events, erasedEvents };
    await saveRun(engine, run, reach);
    return run;
  };

  return {
    run,
    /** The last run that ended. */
    lastRun,
    /**
     * Calls `run`, unless the last run began less than `everyMs` ago or another instance of the program is running it.
     * Ended windows of shared limits are removed at each call, because windows are short.
     *
     * @returns undefined if `run` was not called
     */
    async runWhenDue(
      now: number,
      everyMs: number,
      stop?: AbortSignal,
    ): Promise<RetentionRun | undefined> {
      await engine.sharedLimits?.forget(now);
      return await engine.asOnlyInstance('retention', async () => {
        const last = await lastRun();
        if (last && Math.abs(now - last.at) < everyMs) return undefined;
        return await run(now, stop);
      });
    },
  };
}

/**
 * The time that a run takes for the present (its reach): the time of the clock, but at most a day before or after the
 * reach of the last run. So one run with a wrong clock deletes at most a day too much. After a long stop, several runs are
 * needed to catch up.
 */
async function reachAfter({ db }: Engine, now: number): Promise<number> {
  const row = await db.selectFrom('retention_run').select('reach').executeTakeFirst();
  const last = row?.reach ?? now;
  return Math.min(Math.max(now, last - DAY_MS), last + DAY_MS);
}

/** Removes erasures that are older than every backup that may still exist. */
async function forgetErasures(engine: Engine, before: number): Promise<void> {
  await engine.transaction((db) => db.deleteFrom('erasure').where('at', '<', before).execute());
}

/** Deletes the events of erased people from the log. Their sums were deleted with them. */
function removeErased(engine: Engine, pause: Pause): Promise<number> {
  // A subquery, because a list could have more parameters than the engines allow.
  const isErased = sql`inviter_key IN (SELECT inviter_key FROM erased_inviter)`;
  return throughLog(engine, pause, isErased);
}

/** Deletes the events of days before one, and adds them to the sums of older days. */
async function forgetEvents(engine: Engine, day: number, pause: Pause): Promise<number> {
  const isOld = sql`
    at < ${day * DAY_MS} AND inviter_key NOT IN (SELECT inviter_key FROM erased_inviter)`;
  const forgotten = await throughLog(engine, pause, isOld, moveToOlder);
  await engine.transaction((db) => deleteZeros(db, day));
  return forgotten;
}

/**
 * Deletes the rows of the log that match a condition, step by step. Each step is one transaction.
 *
 * @param beforeDeletion is called with the rows that are deleted next
 * @returns how many rows were deleted
 */
async function throughLog(
  engine: Engine,
  pause: Pause,
  condition: RawBuilder<unknown>,
  beforeDeletion?: (db: Kysely<Database>, rows: RawBuilder<unknown>) => Promise<void>,
): Promise<number> {
  let deleted = 0;
  for await (const range of ranges(engine.db, 'invite_event', 'id', ROWS_PER_STEP)) {
    const rows = sql<boolean>`${range} AND ${condition}`;
    await pause();
    if (!(await hasAny(engine.db, 'invite_event', rows))) continue;
    deleted += await engine.transaction(async (db) => {
      await beforeDeletion?.(db, rows);
      const deletion = await db.deleteFrom('invite_event').where(rows).executeTakeFirst();
      return Number(deletion.numDeletedRows);
    });
  }
  return deleted;
}

async function forgetEventKeys(engine: Engine, before: number, pause: Pause): Promise<void> {
  let from: Uint8Array | undefined = new Uint8Array();
  while (from) {
    const to = await keyAfterStep(engine.db, from);
    const upTo = to ? sql`AND key < ${to}` : sql``;
    const rows = sql<boolean>`key >= ${from} ${upTo} AND at <= ${before}`;
    await pause();
    if (await hasAny(engine.db, 'event_key', rows)) {
      await engine.transaction((db) => deleteRows(db, 'event_key', rows));
    }
    from = to;
  }
}

/** @returns the key with which the next step begins, or undefined for the last step */
async function keyAfterStep(
  db: Kysely<Database>,
  from: Uint8Array,
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ key: Uint8Array }>`
    SELECT key FROM event_key WHERE key >= ${from} ORDER BY key
    LIMIT 1 OFFSET ${sql.lit(ROWS_PER_STEP)}`.execute(db);
  return rows[0]?.key;
}

/**
 * Removes the given people from `erased_inviter`. People who were erased after the run began stay in that table,
 * because they may still have rows in the log.
 */
async function forgetErased(
  engine: Engine,
  erased: readonly { inviter_key: number }[],
  pause: Pause,
): Promise<void> {
  for (let from = 0; from < erased.length; from += ROWS_PER_STEP) {
    await pause();
    const keys = erased.slice(from, from + ROWS_PER_STEP).map((row) => row.inviter_key);
    await engine.transaction((db) =>
      db.deleteFrom('erased_inviter').where('inviter_key', 'in', keys).execute(),
    );
  }
}

async function saveRun(
  engine: Engine,
  { at, events, erasedEvents }: RetentionRun,
  reach: number,
): Promise<void> {
  const row = { at, events, erased_events: erasedEvents, reach };
  await engine.transaction((db) =>
    db
      .insertInto('retention_run')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
  );
}
