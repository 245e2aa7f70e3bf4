import type { Kysely } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { DAY_MS, dayOf, isoDay } from '../../contract/durations.ts';
import {
  countDoomed,
  deletionDay,
  describeNotStopped,
  MAX_MOVED_DAYS,
  notAsked,
  notMoved,
  notStarted,
  notTold,
} from '../../contract/launch.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { requestLetters } from '../letters/ask-earlier.ts';
import {
  beginLaunch,
  deletingOf,
  isConcerned,
  launchAbout,
  readLaunches,
} from '../letters/launches.ts';
import { forgetRestore, isRestored } from '../notices.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import {
  countPeople,
  isUnconfirmed,
  type LaunchFigures,
  readAskedAt,
  readFigures,
} from './launch-figures.ts';

/** Why an act was refused, as a sentence; undefined if it was done. */
type Refusal = Promise<string | undefined>;
const notBefore = (day: number) => `not before ${isoDay(day * DAY_MS)}`;

/** What becomes of the waitlist once the app is out (decision 065). */
export function createLaunch(engine: Engine) {
  const { db } = engine;
  return {
    figures: () => engine.snapshot(readFigures),

    /** The named day of the newest launch: a new letter names no earlier one. */
    newestDay: async (): Promise<number> => (await readLaunches(db))[0]?.day ?? 0,

    /** When people who had not confirmed were asked before the launch; undefined before. */
    askedAt: () => readAskedAt(db),

    /**
     * Requests a letter for each person who waits and has never confirmed, once. They are queued by `Letters.queue`.
     *
     * @param people how many the admin saw
     */
    async askUnconfirmed(people: number, author: Author): Refusal {
      const chosen = await engine.snapshot((db) => chooseUnconfirmed(db, people));
      if (typeof chosen === 'string') return chosen;
      await requestLetters(engine, chosen, author.at);
      return await engine.transaction(async (db) => {
        const begun = db.updateTable('letters_begun').where('unconfirmed_asked_at', 'is', null);
        const marked = await begun.set({ unconfirmed_asked_at: author.at }).executeTakeFirst();
        if (marked.numUpdatedRows === 0n) return notAsked.asked;
        await recordAct(db, author, 'ask-unconfirmed', `${people} people`);
        return undefined;
      });
    },

    /** How many people a launch would concern that began at this time. */
    countConcerned: (at: number) => countPeople(db, isConcerned(at)),

    /**
     * Begins a launch of which all who were on the waitlist at a time were told then in another way, as on a site without
     * letters.
     *
     * @param told `people`: how many the operator saw; `platforms`: of `launchedPlatforms`
     */
    tellElsewhere: (
      { people, at, platforms }: { people: number; at: number; platforms: number },
      author: Author,
    ): Refusal =>
      engine.transaction(async (db) => {
        if (await isRestored(db)) return notTold.restored;
        if (await launchAbout(db, platforms)) return notTold.told;
        if ((await countPeople(db, isConcerned(at))) !== people) return notTold.changed;
        const { day } = await beginLaunch(db, { platforms, day: deletionDay(at, 1) }, at);
        const detail = `at ${new Date(at).toISOString()}, ${notBefore(day)}`;
        await recordAct(db, author, 'tell-elsewhere', detail);
        return undefined;
      }),

    /** Forgets the newest launch if people were told elsewhere, unless its deletion was started. @returns whether it did */
    forgetElsewhere: (author: Author): Promise<boolean> =>
      engine.transaction(async (db) => {
        const [newest] = await readLaunches(db);
        if (!newest || newest.mailings.length > 0 || newest.started_at !== null) return false;
        await db.deleteFrom('launch').where('id', '=', newest.id).execute();
        await recordAct(db, author, 'forget-elsewhere', '');
        return true;
      }),

    /**
     * From its day on, the retention deletes the addresses of the newest launch (`deleteAfterLaunch`).
     *
     * @param seen the launch, and how many addresses it deletes
     */
    start: (seen: { launch: number; people: number }, author: Author): Refusal =>
      engine.transaction(async (db) => {
        const figures = await readFigures(db);
        const refused = whyNotStarted(figures, seen);
        if (refused) return refused;
        const [{ id, day } = { id: 0, day: 0 }] = figures.launches;
        const started = { started_at: author.at, who: author.who };
        await db.updateTable('launch').set(started).where('id', '=', id).execute();
        await recordAct(db, author, 'start-deletion', `${seen.people} people, ${notBefore(day)}`);
        return undefined;
      }),

    /**
     * Takes back a start of the deletion, unless it has deleted an address.
     *
     * @param seen the launch, and when its deletion was started
     */
    stop: (seen: { launch: number; startedAt: number }, author: Author): Refusal =>
      engine.transaction(async (db) => {
        const found = (await readLaunches(db)).find(({ id }) => id === seen.launch);
        const refused = describeNotStopped(found?.started_at === seen.startedAt, found?.deleted);
        if (refused) return refused;
        const launch = db.updateTable('launch').where('id', '=', seen.launch);
        await launch.set({ started_at: null, who: null }).execute();
        await recordAct(db, author, 'stop-deletion', `of launch ${seen.launch}`);
        return undefined;
      }),

    /** Moves the named day of a launch, and of later ones, unless addresses are deleted. */
    moveDay: ({ launch, day }: { launch: number; day: number }, author: Author): Refusal =>
      engine.transaction(async (db) => {
        const moved = (await readLaunches(db)).filter(({ id }) => id >= launch);
        if (moved.some(({ deleted }) => deleted > 0)) return notMoved.begun;
        const before = moved.at(-1)?.day ?? Number.NaN;
        // A date that does not exist is not a number.
        if (!(day > before && day <= dayOf(author.at) + MAX_MOVED_DAYS)) return notMoved.earlier;
        const later = db.updateTable('launch').where('id', '>=', launch).where('day', '<', day);
        await later.set({ day }).execute();
        await recordAct(db, author, 'move-deletion', `launch ${launch}, ${notBefore(day)}`);
        return undefined;
      }),

    /** After a restore: an admin has looked up what was sent, so mailings and launches may begin again. */
    goOn: (author: Author): Promise<void> =>
      engine.transaction(async (db) => {
        if (await forgetRestore(db)) await recordAct(db, author, 'go-on', '');
      }),

    /** What a link to be kept finds: whether its person is kept; else the named day, if a launch concerns the address. */
    async keeping(email: string): Promise<{ isKept: boolean; day: number | undefined }> {
      const people = db.selectFrom('waitlist').select(['kept_at', 'joined_at']);
      const found = await people.where('email', '=', email).executeTakeFirst();
      const { kept_at = null, joined_at = Number.POSITIVE_INFINITY } = found ?? {};
      const launches = deletingOf(await readLaunches(db));
      return {
        isKept: kept_at !== null && kept_at >= (launches[0]?.at ?? 0),
        day: launches.findLast(({ at }) => (kept_at ?? joined_at) < at)?.day,
      };
    },

    /** Keeps a person until the next launch. @returns false if the address is not on the waitlist, as after its deletion */
    keep: (email: string, at: number): Promise<boolean> =>
      engine.transaction(async (db) => {
        const person = db.updateTable('waitlist').where('email', '=', email);
        return (await person.set({ kept_at: at }).executeTakeFirst()).numUpdatedRows === 1n;
      }),
  };
}

function whyNotStarted(
  { isRestored, launches: [newest] }: LaunchFigures,
  seen: { launch: number; people: number },
): string | undefined {
  if (isRestored) return notStarted.restored;
  if (!newest) return notStarted.unsent;
  if (newest.started_at !== null) return notStarted.started;
  if (newest.isOpen) return notStarted.open;
  const isSame = newest.id === seen.launch && countDoomed(newest) === seen.people;
  return isSame ? undefined : notStarted.changed;
}

/** @returns the addresses of those who are asked, or why there are none */
async function chooseUnconfirmed(db: Kysely<Database>, people: number): Promise<string[] | string> {
  if (await isRestored(db)) return notAsked.restored;
  if (!(await hasAny(db, 'letters_begun'))) return notAsked.noMail;
  if ((await readAskedAt(db)) !== undefined) return notAsked.asked;
  if (await hasAny(db, 'launch')) return notAsked.sent;
  const all = db.selectFrom('waitlist').select('email').where(isUnconfirmed);
  const found = await all.orderBy('email').execute();
  return found.length === people ? found.map(({ email }) => email) : notAsked.changed;
}
