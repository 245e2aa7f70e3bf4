import type { Author } from '../../contract/audit.ts';
import { DAY_MS, dayOf, isoDay } from '../../contract/durations.ts';
import { deletionDay, MAX_MOVED_DAYS, launchRefusals as refusals } from '../../contract/launch.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { beginLaunch, launchAbout, readLaunches } from '../letters/launches.ts';
import { requestLetters } from '../letters/queue-letters.ts';
import { forgetRestore, isRestored } from '../notices.ts';
import { hasAny } from '../tables.ts';
import { countPeople, readFigures, unaskedNow } from './launch-figures.ts';

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

    /**
     * Requests a letter for each person who waits and has never confirmed. Each address is asked once, also if admins do this
     * again. The letters are queued by `storage.letters.queue`.
     *
     * @param people how many the admin saw
     */
    askUnconfirmed: (people: number, author: Author): Refusal =>
      engine.transaction(async (db) => {
        if (await isRestored(db)) return refusals.restored;
        const isUnasked = await unaskedNow(db);
        const isLate = await hasAny(db, 'launch');
        if (isLate || (await countPeople(db, isUnasked)) !== people) return refusals.changed;
        await requestLetters(db, isUnasked, author.at);
        await db.updateTable('letters_begun').set({ unconfirmed_asked_at: author.at }).execute();
        await recordAct(db, author, 'ask-unconfirmed', `${people} people`);
        return undefined;
      }),

    /**
     * Begins a launch at the time when the people on the waitlist were told about it in another way, as on a site
     * without letters.
     *
     * @param platforms of `launchedPlatforms`
     */
    tellElsewhere: (at: number, platforms: number, author: Author): Refusal =>
      engine.transaction(async (db) => {
        if (await isRestored(db)) return refusals.restored;
        if (await launchAbout(db, platforms)) return refusals.told;
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
     * @param people how many addresses the admin saw
     */
    start: (people: number, author: Author): Refusal =>
      engine.transaction(async (db) => {
        const { isRestored, newest } = await readFigures(db);
        if (isRestored) return refusals.restored;
        const isReady = newest && newest.started_at === null && !newest.isOpen;
        if (!isReady || newest.people !== people) return refusals.changed;
        const started = { started_at: author.at, who: author.who };
        await db.updateTable('launch').set(started).where('id', '=', newest.id).execute();
        await recordAct(db, author, 'start-deletion', `${people} people, ${notBefore(newest.day)}`);
        return undefined;
      }),

    /** Takes back the start of the deletion, unless it has deleted an address. */
    stop: (author: Author): Refusal =>
      engine.transaction(async (db) => {
        const [newest] = await readLaunches(db);
        if (!newest || newest.started_at === null) return refusals.stopped;
        if (newest.deleted > 0) return refusals.deleting;
        const launch = db.updateTable('launch').where('id', '=', newest.id);
        await launch.set({ started_at: null, who: null }).execute();
        await recordAct(db, author, 'stop-deletion', `of launch ${newest.id}`);
        return undefined;
      }),

    /** Moves the named day of the newest launch, unless addresses are deleted. */
    moveDay: (day: number, author: Author): Refusal =>
      engine.transaction(async (db) => {
        const [newest] = await readLaunches(db);
        if (newest && newest.deleted > 0) return refusals.deleting;
        // A date that does not exist is not a number.
        if (!(newest && day > newest.day && day <= dayOf(author.at) + MAX_MOVED_DAYS))
          return refusals.earlier;
        await db.updateTable('launch').set({ day }).where('id', '=', newest.id).execute();
        await recordAct(db, author, 'move-deletion', `launch ${newest.id}, ${notBefore(day)}`);
        return undefined;
      }),

    /** After a restore: an admin has looked up what was sent, so mailings and launches may begin again. */
    goOn: (author: Author): Promise<undefined> =>
      engine.transaction(async (db) => {
        if (await forgetRestore(db)) await recordAct(db, author, 'go-on', '');
        return undefined;
      }),

    /** What a link to be kept finds: whether its person is kept; else the named day, if a launch concerns the address. */
    async keeping(email: string): Promise<{ isKept: boolean; day: number | undefined }> {
      const people = db.selectFrom('waitlist').select(['kept_at', 'joined_at']);
      const person = await people.where('email', '=', email).executeTakeFirst();
      const [{ at, day } = { at: 0, day: undefined }] = await readLaunches(db);
      const since = person?.kept_at ?? person?.joined_at ?? Number.POSITIVE_INFINITY;
      const isKept = (person?.kept_at ?? -1) >= at;
      return { isKept, day: since < at ? day : undefined };
    },

    /** Keeps a person until the next launch. @returns false if the address is not on the waitlist, as after its deletion */
    keep: (email: string, at: number): Promise<boolean> =>
      engine.transaction(async (db) => {
        const person = db.updateTable('waitlist').where('email', '=', email);
        return (await person.set({ kept_at: at }).executeTakeFirst()).numUpdatedRows === 1n;
      }),
  };
}
