import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import {
  countDoomed,
  type describeNotAsked,
  type describeNotStarted,
  type describeNotStopped,
} from '../../contract/launch.ts';
import { mailingKinds } from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { findAddress } from '../erasures.ts';
import { isCovered, type LaunchMailing, readLaunches } from '../mail/launch-mailings.ts';
import { requestLetters } from '../mail/mail.ts';
import { isLaunch } from '../mail/mailing-letter.ts';
import { subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { deleteRows, hasAny } from '../tables.ts';
import { isBefore } from './fates.ts';
import { isUnconfirmed, type LaunchFigures, readAskedAt, readFigures } from './launch-figures.ts';

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
    async askUnconfirmed(people: number, author: Author): Promise<NotAsked | undefined> {
      const chosen = await engine.snapshot((db) => chooseUnconfirmed(db, people));
      if (typeof chosen === 'string') return chosen;
      await requestLetters(engine, chosen, author.at);
      return await engine.transaction(async (db) => {
        const begun = db.updateTable('letters_begun').where('unconfirmed_asked_at', 'is', null);
        const marked = await begun.set({ unconfirmed_asked_at: author.at }).executeTakeFirst();
        if (marked.numUpdatedRows === 0n) return 'asked';
        await recordAct(db, author, 'ask-unconfirmed', `${people} people`);
        return undefined;
      });
    },

    /** How many people would count as told if they had been told at this time: see `tellElsewhere`. */
    countToldElsewhere: (at: number): Promise<number> => countConcerned(engine.db, at),

    /**
     * Stores that all people who were on the waitlist at a time were told of the launch then in another way, as on a site
     * without letters. From then on it counts as a launch mailing that has ended.
     *
     * @param people how many of them the operator saw
     * @param at when they were told
     * @param platforms of `launchedPlatforms`
     * @returns why it was not stored
     */
    tellElsewhere: (
      { people, at, platforms }: { people: number; at: number; platforms: number },
      author: Author,
    ): Promise<'changed' | 'running' | 'told' | undefined> =>
      engine.transaction(async (db) => {
        const newest = db.selectFrom('mailing').select('id').orderBy('id', 'desc');
        const last = await newest.limit(1).executeTakeFirst();
        if (await hasAny(db, 'mailing', sql`ended_at IS NULL`)) return 'running';
        const [launch] = await readLaunches(db);
        if (launch && (await isTold(db, launch, platforms))) return 'told';
        if ((await countConcerned(db, at)) !== people) return 'changed';
        const id = (last?.id ?? 0) + 1;
        const kind = mailingKinds.indexOf('launch');
        const row = { id, at, who: author.who, kind, people: 0, platforms, subject: '', words: '' };
        const added = await db
          .insertInto('mailing')
          .values({ ...row, starts_at: at, ended_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return 'running';
        await recordAct(db, author, 'tell-elsewhere', `at ${new Date(at).toISOString()}`);
        return undefined;
      }),

    /** Forgets what `tellElsewhere` has stored last, unless a deletion was started or a mailing followed. */
    forgetElsewhere: (author: Author): Promise<boolean> =>
      engine.transaction(async (db) => {
        const isLast = sql<boolean>`people = 0 AND ${isLaunch} AND id = (SELECT max(id) FROM mailing)
          AND NOT EXISTS (SELECT 1 FROM deletion_clock WHERE deletion_clock.mailing = mailing.id)`;
        if ((await deleteRows(db, 'mailing', isLast)) === 0) return false;
        await recordAct(db, author, 'forget-elsewhere', '');
        return true;
      }),

    /**
     * From now on the retention deletes addresses when their time has come (`deleteAfterLaunch`).
     *
     * @param people how many the admin saw: the sum of `unstarted`
     */
    async start(people: number, author: Author): Promise<NotStarted | undefined> {
      // On a long list this takes long, so writers must not wait for it.
      const seen = await engine.snapshot(async (db) => ({
        ...(await readFigures(db)),
        ...(await readConcerned(db)),
      }));
      if (seen.sentAt === undefined) return 'unsent';
      if (seen.open > 0) return 'open';
      return await engine.transaction((db) => storeStart(db, people, seen, author));
    },

    /** Takes back the newest start of the deletion, unless addresses have been deleted since then. */
    stop: (author: Author): Promise<NotStopped | undefined> =>
      engine.transaction(async (db) => {
        const clocks = db.selectFrom('deletion_clock').selectAll().orderBy('mailing');
        const newest = (await clocks.execute()).at(-1);
        if (!newest) return 'unstarted';
        if (newest.deleted > 0) return { deleted: newest.deleted };
        await db.deleteFrom('deletion_clock').where('mailing', '=', newest.mailing).execute();
        await recordAct(db, author, 'stop-deletion', '');
        return undefined;
      }),

    /** Whether a person has asked to be kept, and no launch letter has followed. */
    async isKept(email: string): Promise<boolean> {
      const [newest] = await readLaunches(engine.db);
      return await hasAny(
        engine.db,
        'waitlist',
        sql`email = ${email} AND kept_at >= ${newest?.at ?? 0}`,
      );
    },

    /**
     * Keeps a person until the launch letter of the other platform.
     *
     * @returns false if the address is not on the waitlist, for example because it was deleted
     */
    async keep(email: string, at: number): Promise<boolean> {
      const { hashAddress } = await subjectsOf(engine);
      return await engine.transaction(async (db) => {
        const { joinedAt } = await findAddress(db, email, hashAddress(email));
        if (joinedAt === undefined) return false;
        // Also if the clock was set back since the launch letter.
        const kept_at = Math.max(at, ...(await readLaunches(db)).map((launch) => launch.at));
        await db.updateTable('waitlist').set({ kept_at }).where('email', '=', email).execute();
        return true;
      });
    },
  };
}

/** @returns the addresses of those who are asked, or why there are none */
async function chooseUnconfirmed(
  db: Kysely<Database>,
  people: number,
): Promise<string[] | NotAsked> {
  const begun = db.selectFrom('letters_begun').select('unconfirmed_asked_at as at');
  const row = await begun.executeTakeFirst();
  if (!row) return 'no mail';
  if (row.at !== null) return 'asked';
  if ((await readLaunches(db)).length > 0) return 'sent';
  const all = db.selectFrom('waitlist').select('email').where(isUnconfirmed);
  const found = await all.orderBy('email').execute();
  return found.length === people ? found.map(({ email }) => email) : 'changed';
}

/** Whether everybody on the list knows of these platforms, or waits for another one. */
async function isTold(
  db: Kysely<Database>,
  launch: LaunchMailing,
  platforms: number,
): Promise<boolean> {
  if (isCovered(launch, platforms)) return true;
  if ((launch.platforms & platforms) !== platforms) return false;
  return !(await hasAny(db, 'waitlist', sql`NOT (${isBefore(launch.concernsBefore)})`));
}

interface Concerned {
  /** The newest launch mailing. */
  launch: LaunchMailing | undefined;
  /** How many addresses some launch mailing concerns. */
  concerned: number;
}

async function readConcerned(db: Kysely<Database>): Promise<Concerned> {
  const launches = await readLaunches(db);
  const before = Math.max(0, ...launches.map(({ concernsBefore }) => concernsBefore));
  return { launch: launches[0], concerned: await countConcerned(db, before) };
}

async function countConcerned(db: Kysely<Database>, before: number): Promise<number> {
  const people = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await people.where(isBefore(before)).executeTakeFirstOrThrow()).n);
}

/** @param seen what was read before the transaction */
async function storeStart(
  db: Transaction<Database>,
  people: number,
  seen: LaunchFigures & Concerned,
  author: Author,
): Promise<NotStarted | undefined> {
  const { launch, concerned } = await readConcerned(db);
  if (!launch) return 'unsent';
  if (await hasAny(db, 'deletion_clock', sql`mailing = ${launch.id}`)) return 'started';
  const isSame = launch.id === seen.launch?.id && concerned === seen.concerned;
  if (!isSame || countDoomed(seen.unstarted) !== people) return 'changed';
  const { id: mailing, endedAt: ended_at } = launch;
  if (ended_at === null) return 'open';
  const added = await db
    .insertInto('deletion_clock')
    .values({ mailing, at: author.at, who: author.who, ended_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return 'started';
  await recordAct(db, author, 'start-deletion', `${people} people`);
  return undefined;
}
