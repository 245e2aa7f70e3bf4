import { type Kysely, sql } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type {
  describeNotAsked,
  describeNotStarted,
  describeNotStopped,
} from '../../contract/launch.ts';
import { mailingKinds } from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { lockAddress } from '../erasures.ts';
import { letterPriorities } from '../mail/letter.ts';
import { subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { fatesOf, type LaunchMailing, readLaunches } from './fates.ts';

/** Times are milliseconds since 1970 UTC. */
export interface LaunchFigures {
  /** When the newest launch letter was sent, here or elsewhere; undefined if none was. */
  sentAt: number | undefined;
  /** People who wait and have never confirmed, and when they were asked. */
  unconfirmed: number;
  askedAt: number | undefined;
  /** People who are kept for the platform that is not launched yet. */
  kept: number;
  /** People whom the launch mailing concerns, which has not ended. */
  open: number;
  /** Addresses that nobody has started to delete. */
  unstarted: Doomed;
  /** Addresses whose deletion was started; undefined if none was. */
  started: (Doomed & { at: number; who: string | null; deleted: number }) | undefined;
}

/** Addresses that are to be deleted. */
export interface Doomed {
  /** Addresses that got the launch letter, or may have got it. */
  told: number;
  /** Addresses that were not confirmed, and so got none. */
  unconfirmed: number;
  /** Confirmed addresses that could not be reached. */
  notReached: number;
  /** When the first and the last of them is deleted; undefined if there are none. */
  firstAt: number | undefined;
  lastAt: number | undefined;
}

type NotStarted = keyof typeof describeNotStarted;
type NotAsked = keyof typeof describeNotAsked;
type NotStopped = Parameters<typeof describeNotStopped>[0];

/** What becomes of the waitlist once the app is out (decision 065). */
export function createLaunch(engine: Engine) {
  return {
    figures: (): Promise<LaunchFigures> => engine.snapshot(readFigures),

    /** When people who had not confirmed were asked before the launch; undefined before. */
    askedAt: (): Promise<number | undefined> => readAskedAt(engine.db),

    /**
     * Requests a letter for each person who waits and has never confirmed, once. They are queued by `Mail.queue`.
     *
     * @param people how many the admin saw
     */
    askUnconfirmed: (people: number, author: Author): Promise<NotAsked | undefined> =>
      engine.transaction(async (db) => {
        const imported = db.selectFrom('waitlist').select('email').where('requests', '=', 0);
        await imported.orderBy('email').forUpdate().execute();
        const begun = db.selectFrom('letters_begun').select('unconfirmed_asked_at as at');
        const row = await begun.forUpdate().executeTakeFirst();
        if (!row) return 'no mail';
        if (row.at !== null) return 'asked';
        if ((await readLaunches(db)).length > 0) return 'sent';
        if ((await countUnconfirmed(db)) !== people) return 'changed';
        const priority = letterPriorities.indexOf('bulk');
        await sql`
          INSERT INTO ask (email, at, earlier, priority)
          SELECT email, ${author.at}, 1, ${sql.lit(priority)} FROM waitlist WHERE ${isUnconfirmed}`.execute(
          db,
        );
        await db.updateTable('waitlist').set({ requests: 1 }).where('requests', '=', 0).execute();
        await db.updateTable('letters_begun').set({ unconfirmed_asked_at: author.at }).execute();
        await recordAct(db, author, 'ask-unconfirmed', `${people} people`);
        return undefined;
      }),

    /**
     * Stores that everybody on the waitlist was told of the launch in another way, as on a site without letters. From
     * then on it counts as a launch mailing that has ended.
     *
     * @param at when they were told
     * @returns false if a mailing has not ended
     */
    tellElsewhere: (at: number, author: Author): Promise<boolean> =>
      engine.transaction(async (db) => {
        const newest = db.selectFrom('mailing').select(['id', 'ended_at']).orderBy('id', 'desc');
        const last = await newest.limit(1).forUpdate().executeTakeFirst();
        if (last && last.ended_at === null) return false;
        const id = (last?.id ?? 0) + 1;
        const row = { id, at, who: author.who, kind: mailingKinds.indexOf('launch'), people: 0 };
        const added = await db
          .insertInto('mailing')
          .values({ ...row, subject: '', words: '', starts_at: at, ended_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        await recordAct(db, author, 'tell-elsewhere', `at ${new Date(at).toISOString()}`);
        return true;
      }),

    /**
     * From now on the retention deletes addresses when their time has come (`deleteAfterLaunch`).
     *
     * @param people how many the admin saw: the sum of `unstarted`
     */
    async start(people: number, author: Author): Promise<NotStarted | undefined> {
      const { sentAt, open, unstarted } = await engine.snapshot(readFigures);
      if (sentAt === undefined) return 'unsent';
      if (open > 0) return 'open';
      const { told, unconfirmed, notReached } = unstarted;
      return await engine.transaction(async (db) => {
        const [launch] = await readLaunches(db);
        if (!launch) return 'unsent';
        if (await hasAny(db, 'deletion_clock', sql`mailing = ${launch.id}`)) return 'started';
        if (told + unconfirmed + notReached !== people) return 'changed';
        const clock = { mailing: launch.id, at: author.at, who: author.who };
        const added = await db
          .insertInto('deletion_clock')
          .values(clock)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return 'started';
        await recordAct(db, author, 'start-deletion', `${people} people`);
        return undefined;
      });
    },

    /** Stops the deletion, unless addresses have been deleted since it was started. */
    stop: (author: Author): Promise<NotStopped | undefined> =>
      engine.transaction(async (db) => {
        const clocks = db.selectFrom('deletion_clock').select(['mailing', 'deleted']);
        const newest = clocks.orderBy('mailing', 'desc').limit(1);
        const clock = await newest.forUpdate().executeTakeFirst();
        if (!clock) return 'unstarted';
        if (clock.deleted > 0) return { deleted: clock.deleted };
        await db.deleteFrom('deletion_clock').where('mailing', '=', clock.mailing).execute();
        await recordAct(db, author, 'stop-deletion', '');
        return undefined;
      }),

    /**
     * Keeps a person until the launch letter of the other platform.
     *
     * @returns false if the address is not on the waitlist, for example because it was deleted
     */
    async keep(email: string, at: number): Promise<boolean> {
      const { hashAddress } = await subjectsOf(engine);
      return await engine.transaction(async (db) => {
        const { joinedAt } = await lockAddress(db, email, hashAddress(email));
        if (joinedAt === undefined) return false;
        await db.updateTable('waitlist').set({ kept_at: at }).where('email', '=', email).execute();
        return true;
      });
    },
  };
}

const isUnconfirmed = sql<boolean>`state = 0 AND NOT EXISTS (
  SELECT 1 FROM member WHERE member.email = waitlist.email)`;

async function countUnconfirmed(db: Kysely<Database>): Promise<number> {
  const people = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await people.where(isUnconfirmed).executeTakeFirstOrThrow()).n);
}

async function readAskedAt(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom('letters_begun')
    .select('unconfirmed_asked_at')
    .executeTakeFirst();
  return row?.unconfirmed_asked_at ?? undefined;
}

interface Group {
  mailing: number | null;
  is_told: number;
  is_confirmed: number;
  is_open: number;
  n: number;
  first_at: number | null;
  last_at: number | null;
}

async function readFigures(db: Kysely<Database>): Promise<LaunchFigures> {
  const launches = await readLaunches(db);
  const unconfirmed = await countUnconfirmed(db);
  const askedAt = await readAskedAt(db);
  const clocks = await db.selectFrom('deletion_clock').selectAll().orderBy('mailing').execute();
  const newest = clocks.at(-1);
  const groups = launches.length > 0 ? await readGroups(db, launches) : [];
  const isStarted = ({ mailing }: Group) => (mailing ?? 0) <= (newest?.mailing ?? 0);
  const concerned = groups.filter((group) => group.mailing !== null && group.is_open === 0);
  const countOf = (some: Group[]) => some.reduce((sum, { n }) => sum + n, 0);
  return {
    sentAt: launches[0]?.at,
    unconfirmed,
    askedAt,
    kept: countOf(groups.filter(({ mailing }) => mailing === null)),
    open: countOf(groups.filter(({ mailing, is_open }) => mailing !== null && is_open === 1)),
    unstarted: doomed(concerned.filter((group) => !isStarted(group))),
    started: newest && {
      ...doomed(concerned.filter(isStarted)),
      at: newest.at,
      who: newest.who,
      deleted: newest.deleted,
    },
  };
}

async function readGroups(
  db: Kysely<Database>,
  launches: readonly LaunchMailing[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    SELECT mailing, is_told, is_confirmed, CASE WHEN due_at IS NULL THEN 1 ELSE 0 END AS is_open,
      count(*) AS n, min(due_at) AS first_at, max(due_at) AS last_at
    FROM (${fatesOf(launches)}) AS fates GROUP BY 1, 2, 3, 4`.execute(db);
  const numberOrNull = (value: number | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...row,
    mailing: numberOrNull(row.mailing),
    is_told: Number(row.is_told),
    n: Number(row.n),
    first_at: numberOrNull(row.first_at),
    last_at: numberOrNull(row.last_at),
  }));
}

function doomed(groups: readonly Group[]): Doomed {
  const sum = (is: (group: Group) => boolean) =>
    groups.filter(is).reduce((all, { n }) => all + n, 0);
  const times = (of: 'first_at' | 'last_at') => groups.flatMap((group) => group[of] ?? []);
  return {
    told: sum((group) => group.is_told === 1),
    unconfirmed: sum((group) => group.is_told === 0 && group.is_confirmed === 0),
    notReached: sum((group) => group.is_told === 0 && group.is_confirmed === 1),
    firstAt: groups.length > 0 ? Math.min(...times('first_at')) : undefined,
    lastAt: groups.length > 0 ? Math.max(...times('last_at')) : undefined,
  };
}
