import { type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Act, Author } from '../../contract/audit.ts';
import { RESTORED } from '../../contract/launch.ts';
import {
  type LetterState,
  type MailingKind,
  PAUSED_BY_ADMIN,
  PREPARING,
} from '../../contract/mailings.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import type { MailingRow } from '../letters/found-letter.ts';
import { countsAfterResume } from '../letters/gates.ts';
import { takeBackLaunch } from '../letters/launches.ts';
import { codeOf, codesOf } from '../letters/letter.ts';
import { countAcceptedBefore } from '../letters/letter-limits.ts';
import { subjectsOf } from '../letters/subjects.ts';
import { isRestored } from '../notices.ts';
import { readPeople, setReservedBack } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { inSteps, KEYS_PER_STEP, ROWS_PER_STEP } from '../steps.ts';
import { hasAny } from '../tables.ts';
import {
  type Mailing,
  type Part,
  type Recipient,
  readMailing,
  readMailings,
  readRecipients,
} from './read-mailings.ts';
import { type RecipientFigures, readFigures, readNextFigures } from './recipients.ts';
import { hasTest, type NewMailing, type NotSent, sendMailing } from './send-mailing.ts';

/** Mailings to people who have confirmed, as admins see and change them (decision 062). */
export function createMailings(engine: Engine) {
  /**
   * Changes the mailing that has not ended. While it is being stored (`PREPARING`), it can only be ended.
   *
   * @param only the id that this mailing must have, if given
   * @returns undefined if every mailing has ended, or this one has another id
   */
  const change = (
    author: Author,
    act: Act,
    changed: (mailing: MailingRow, isHeld: boolean) => Updateable<Database['mailing']>,
    only: number | undefined,
  ): Promise<Mailing | undefined> =>
    engine.transaction(async (db) => {
      const running = db
        .selectFrom('mailing')
        .selectAll()
        .where('ended_at', 'is', null)
        .$if(only !== undefined, (all) => all.where('id', '=', only ?? 0));
      const found = await running.executeTakeFirst();
      if (!found) return undefined;
      if (found.paused_why === PREPARING && act !== 'end-mailing')
        return await readMailing(db, found.id);
      const changes = changed(found, await isRestored(db));
      await db.updateTable('mailing').set(changes).where('id', '=', found.id).execute();
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

    /** Whether none begins before an admin has looked up what was sent before a restore: see `Launch.goOn`. */
    isHeld: (): Promise<boolean> => isRestored(engine.db),

    /** Why the running mailing is paused; undefined if it is not paused, or its letters are being stored. */
    async pausedNow(at: number): Promise<{ mailing: number; why: string } | undefined> {
      const running = engine.db.selectFrom('mailing').where('ended_at', 'is', null);
      const found = await running
        .select(['id as mailing', 'paused_why as why', 'starts_at'])
        .executeTakeFirst();
      if (!found?.why || (found.why === PREPARING && found.starts_at > at)) return undefined;
      return { mailing: found.mailing, why: found.why };
    },

    /** The newest mailing that has ended. */
    async newestEnded(): Promise<{ id: number; at: number; endedAt: number } | undefined> {
      const ended = engine.db.selectFrom('mailing').where('ended_at', 'is not', null);
      const newest = ended.orderBy('id', 'desc').limit(1);
      const found = await newest.select(['id', 'at', 'ended_at']).executeTakeFirst();
      return found && { id: found.id, at: found.at, endedAt: found.ended_at ?? 0 };
    },

    /** As of `mostInADay`, for today. */
    acceptedBefore: (at: number): Promise<number> => countAcceptedBefore(engine.db, at),

    /**
     * Whom a mailing would reach now.
     *
     * @param next of the kind `next`: at most so many; its phone also counts for `everybody`
     * @param platforms of `launchedPlatforms`, for `launch`
     */
    async figures(kind: MailingKind, next: NextPeople, platforms = 0): Promise<RecipientFigures> {
      if (kind !== 'next') return await readFigures(engine.reports, kind, next, platforms);
      const subjects = await subjectsOf(engine);
      return await engine.snapshot((db) => readNextFigures(db, subjects, next));
    },

    /**
     * Stores a mailing with all its letters. The people of the kind `next` are reserved for a new wave. It begins later
     * (`MAILING_BEGINS_AFTER_MINUTES`).
     */
    async send(mailing: NewMailing, author: Author): Promise<Mailing | NotSent> {
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
        (mailing, isHeld) =>
          isHeld ? { paused_why: RESTORED } : { paused_why: null, ...countsAfterResume(mailing) },
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
      while (!(await endLetters(engine, mailing, author.at)));
      return await engine.snapshot((db) => readMailing(db, mailing.id));
    },

    /** Forgets the mailings of an author, such as the demo, with the rows of their recipients. */
    forgetBy: (who: string): Promise<void> =>
      engine.transaction(async (db) => {
        const own = db.selectFrom('mailing').select('id').where('who', '=', who);
        await db.deleteFrom('letter').where('mailing', 'in', own).execute();
        await db.deleteFrom('mailing').where('who', '=', who).execute();
      }),

    /** The letters of a mailing in a state, in steps, so that writers never wait. */
    async *recipients(mailing: number, state: LetterState): AsyncGenerator<Recipient[]> {
      for (let last = 0; ; ) {
        const rows = await readRecipients(
          engine.reports,
          { mailing, state, after: last },
          ROWS_PER_STEP,
        );
        if (rows.length > 0) yield rows;
        if (rows.length < ROWS_PER_STEP) return;
        last = rows.at(-1)?.id ?? last;
      }
    },

    /** The next recipients after a letter. */
    page: (part: Part, most: number): Promise<Recipient[]> =>
      readRecipients(engine.reports, part, most),
  };
}

/** @returns false if further letters wait, because the mail server has put them off meanwhile */
async function endLetters(
  engine: Engine,
  { id: mailing, wave }: Pick<Mailing, 'id' | 'wave'>,
  at: number,
): Promise<boolean> {
  const waiting = sql<boolean>`mailing = ${mailing} AND state = ${codesOf('waiting')}`;
  const ofReports = engine.reports.selectFrom('letter').select('id').where(waiting);
  const ids = (await ofReports.orderBy('id').execute()).map(({ id }) => id);
  for await (const step of inSteps(ids, wave === null ? KEYS_PER_STEP : ROWS_PER_STEP))
    await engine.transaction((db) => endStep(db, step, waiting, wave, at));
  return await engine.transaction(async (db) => {
    if (await hasAny(db, 'letter', waiting)) return false;
    const ended = { ended_at: at, paused_why: null };
    await db.updateTable('mailing').set(ended).where('id', '=', mailing).execute();
    await takeBackLaunch(db, mailing);
    return true;
  });
}

/** @param wave of the mailing: people whose letter is ended are set back to waiting */
async function endStep(
  db: Kysely<Database>,
  ids: readonly number[],
  isWaiting: RawBuilder<boolean>,
  wave: number | null,
  at: number,
): Promise<void> {
  const letters = db.updateTable('letter').where('id', 'in', ids).where(isWaiting);
  const update = letters.set({ state: codeOf('ended'), since: at });
  if (wave === null) return void (await update.execute());
  const emails = (await update.returning('email').execute()).map(({ email }) => email);
  await setReservedBack(db, wave, await readPeople(db, emails), at);
}
