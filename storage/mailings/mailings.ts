import { sql, type Updateable } from 'kysely';
import type { Act, Author } from '../../contract/audit.ts';
import {
  type MailingKind,
  type MailingLetterState,
  PAUSED_BY_ADMIN,
} from '../../contract/mailings.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';
import { subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import type { ComeFirst } from '../waitlist/choose-people.ts';
import { lockPeople, setReservedBack } from '../waitlist/person-states.ts';
import { countsAfterResume } from './gates.ts';
import type { MailingRow } from './locked-letter.ts';
import { countAcceptedBefore } from './mailing-turn.ts';
import {
  type Mailing,
  type Part,
  type Recipient,
  readMailing,
  readMailings,
  readRecipients,
} from './read-mailings.ts';
import { countRecipients, type NextFigures, readNextFigures } from './recipients.ts';
import { hasTest, type NewMailing, type NotSent, sendMailing } from './send-mailing.ts';

/** Few, so that a step takes milliseconds. */
const LETTERS_PER_STEP = 500;
const WAITING = codeOfMailing('waiting');

/** Mailings to people who have confirmed, as admins see and change them (decision 062). */
export function createMailings(engine: Engine) {
  /**
   * Changes the mailing that has not ended.
   *
   * @param only the id that this mailing must have, if given
   * @returns undefined if every mailing has ended, or this one has another id
   */
  const change = (
    author: Author,
    act: Act,
    changed: (mailing: MailingRow) => Updateable<Database['mailing']>,
    only: number | undefined,
  ): Promise<Mailing | undefined> =>
    engine.transaction(async (db) => {
      const running = db
        .selectFrom('mailing')
        .selectAll()
        .where('ended_at', 'is', null)
        .$if(only !== undefined, (all) => all.where('id', '=', only ?? 0));
      const found = await running.forUpdate().executeTakeFirst();
      if (!found) return undefined;
      await db.updateTable('mailing').set(changed(found)).where('id', '=', found.id).execute();
      await recordAct(db, author, act, `mailing ${found.id}`);
      return await readMailing(db, found.id);
    });

  return {
    /** @param id of a mailing; the newest if undefined */
    find: (id?: number): Promise<Mailing | undefined> =>
      engine.snapshot((db) => readMailing(db, id)),

    /** @returns the newest first */
    list: (most: number): Promise<Mailing[]> => engine.snapshot((db) => readMailings(db, most)),

    /** Whether a test letter must be sent before the first mailing. */
    needsTest: (at: number): Promise<boolean> =>
      engine.snapshot(async (db) => !(await hasAny(db, 'mailing')) && !(await hasTest(db, at))),

    /** Why the running mailing is paused; undefined if it is not paused. */
    async pausedNow(): Promise<{ mailing: number; why: string } | undefined> {
      const paused = engine.db.selectFrom('mailing').where('ended_at', 'is', null);
      const columns = paused.select(['id as mailing', 'paused_why as why']);
      const found = await columns.where('paused_why', 'is not', null).executeTakeFirst();
      return found && { mailing: found.mailing, why: found.why ?? '' };
    },

    /** The newest mailing that has ended. A launch that was told elsewhere is none. */
    async newestEnded(): Promise<{ id: number; at: number; endedAt: number } | undefined> {
      const ended = engine.db.selectFrom('mailing').where('ended_at', 'is not', null);
      const newest = ended.where('people', '>', 0).orderBy('id', 'desc').limit(1);
      const found = await newest.select(['id', 'at', 'ended_at']).executeTakeFirst();
      return found && { id: found.id, at: found.at, endedAt: found.ended_at ?? 0 };
    },

    /** As of `mostInADay`, for today. */
    acceptedBefore: (at: number): Promise<number> => countAcceptedBefore(engine.db, at),

    /** Whom the next people by position would be now, for the kind `next`. */
    async figuresOfNext(next: NextPeople): Promise<NextFigures | ComeFirst> {
      const subjects = await subjectsOf(engine);
      return await engine.snapshot((db) => readNextFigures(db, subjects, next));
    },

    /**
     * How many recipients a mailing would have now.
     *
     * @param next of the kind `next`: at most so many; its phone also counts for `everybody`
     * @param platforms of `launchedPlatforms`, for `launch`
     */
    async count(kind: MailingKind, next: NextPeople, platforms = 0): Promise<number> {
      const subjects = await subjectsOf(engine);
      return await engine.snapshot((db) => countRecipients(db, subjects, kind, next, platforms));
    },

    /**
     * Stores a mailing with all its letters. The people of the kind `next` are reserved for a new wave. It begins later
     * (`MAILING_BEGINS_AFTER_MINUTES`).
     */
    async send(mailing: NewMailing, author: Author): Promise<Mailing | NotSent | ComeFirst> {
      const id = await sendMailing(engine, mailing, author);
      if (typeof id !== 'number') return id;
      return (await engine.snapshot((db) => readMailing(db, id))) ?? 'changed';
    },

    /** @param only the mailing that the admin saw; by default the one that has not ended */
    pause: (author: Author, only?: number): Promise<Mailing | undefined> =>
      change(author, 'pause-mailing', () => ({ paused_why: PAUSED_BY_ADMIN }), only),

    resume: (author: Author, only?: number): Promise<Mailing | undefined> =>
      change(
        author,
        'resume-mailing',
        (mailing) => ({ paused_why: null, ...countsAfterResume(mailing) }),
        only,
      ),

    /**
     * Ends the mailing that has not ended. People whose letter waits are set back to waiting. This takes several short
     * steps, and can be repeated if it was interrupted: the mailing gets its time last.
     */
    async end(author: Author, only?: number): Promise<Mailing | undefined> {
      const ending = { paused_why: 'An admin has begun to end it.' };
      const mailing = await change(author, 'end-mailing', () => ending, only);
      if (!mailing) return undefined;
      while (!(await endStep(engine, mailing, author.at)));
      return await engine.snapshot((db) => readMailing(db, mailing.id));
    },

    /** Forgets the mailings of an author, such as the demo, with the rows of their recipients. */
    forgetBy: (who: string): Promise<void> =>
      engine.transaction(async (db) => {
        const own = db.selectFrom('mailing').select('id').where('who', '=', who);
        await db.deleteFrom('mailing_letter').where('mailing', 'in', own).execute();
        await db.deleteFrom('mailing').where('who', '=', who).execute();
      }),

    /** The letters of a mailing in a state, in steps, so that writers never wait. */
    async *recipients(mailing: number, state: MailingLetterState): AsyncGenerator<Recipient[]> {
      for (let last = 0; ; ) {
        const rows = await readRecipients(
          engine.reports,
          { mailing, state, after: last },
          LETTERS_PER_STEP,
        );
        if (rows.length > 0) yield rows;
        if (rows.length < LETTERS_PER_STEP) return;
        last = rows.at(-1)?.id ?? last;
      }
    },

    /** The next recipients after a letter. */
    page: (part: Part, most: number): Promise<Recipient[]> =>
      readRecipients(engine.reports, part, most),
  };
}

/** @returns whether the mailing has ended */
async function endStep(
  engine: Engine,
  { id: mailing, wave }: Pick<Mailing, 'id' | 'wave'>,
  at: number,
): Promise<boolean> {
  const letters = engine.db.selectFrom('mailing_letter').select(['id', 'email']);
  const waiting = letters.where('mailing', '=', mailing).where('state', '=', WAITING);
  // The order of the index: with another, each step would sort all letters that are left.
  const inOrder = waiting.orderBy('due_at').orderBy('id');
  const step = await inOrder.limit(LETTERS_PER_STEP).execute();
  return await engine.transaction(async (db) => {
    const people = await lockPeople(
      db,
      step.map(({ email }) => email),
    );
    const lock = db.selectFrom('mailing').select('id').where('id', '=', mailing).forUpdate();
    await lock.execute();
    const isWaiting = sql<boolean>`mailing = ${mailing} AND state = ${sql.lit(WAITING)}`;
    if (step.length === 0) {
      if (await hasAny(db, 'mailing_letter', isWaiting)) return false;
      const ended = { ended_at: at, paused_why: null };
      await db.updateTable('mailing').set(ended).where('id', '=', mailing).execute();
      return true;
    }
    const ids = step.map(({ id }) => id);
    const found = db.selectFrom('mailing_letter').select(['id', 'email']).where(isWaiting);
    const locked = await found.where('id', 'in', ids).orderBy('id').forUpdate().execute();
    if (locked.length === 0) return false;
    const ended = { state: codeOfMailing('ended'), at };
    const lockedIds = locked.map(({ id }) => id);
    await db.updateTable('mailing_letter').set(ended).where('id', 'in', lockedIds).execute();
    const emails = new Set(locked.map(({ email }) => email));
    const theirs = people.filter(({ email }) => emails.has(email));
    await setReservedBack(db, wave, theirs, at);
    return false;
  });
}
