import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Act, Author } from '../../contract/audit.ts';
import {
  type MailingKind,
  type MailingLetterState,
  type MailingText,
  mailingKinds,
  mailingLetterStates,
} from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { readNext } from '../waitlist/next-people.ts';
import { lockPeople, setReservedBack } from '../waitlist/person-states.ts';
import { type NewMailing, type NotSent, sendMailing } from './send-mailing.ts';

/** What was sent to many people at once. */
export interface Mailing extends MailingText {
  /** Counts up by 1. */
  id: number;
  at: number;
  who: string | null;
  kind: MailingKind;
  people: number;
  /** The wave that it invites. */
  wave: number | null;
  startsAt: number;
  /** A sentence; null unless it is paused. */
  pausedWhy: string | null;
  /** When the last letter got its result, or an admin ended it. */
  endedAt: number | null;
  /** How many of its letters are in each state. Together they are `people`. */
  letters: Record<MailingLetterState, number>;
}

/** One letter of a mailing. */
export interface Recipient {
  id: number;
  /** Empty once the address is gone. */
  email: string;
  state: MailingLetterState;
  /** When the state began. */
  at: number;
  reply: string | null;
}

/** Few, so that a step takes milliseconds. */
const LETTERS_PER_STEP = 500;
const WAITING = codeOfMailing('waiting');

/** Mailings to people who have confirmed, as admins see and change them (decision 062). */
export function createMailings(engine: Engine) {
  /** Changes the mailing that has not ended. @returns undefined if all have */
  const change = (
    author: Author,
    act: Act,
    set: Updateable<Database['mailing']>,
  ): Promise<Mailing | undefined> =>
    engine.transaction(async (db) => {
      const running = db.selectFrom('mailing').select('id').where('ended_at', 'is', null);
      const found = await running.forUpdate().executeTakeFirst();
      if (!found) return undefined;
      await db.updateTable('mailing').set(set).where('id', '=', found.id).execute();
      await recordAct(db, author, act, `mailing ${found.id}`);
      return await readMailing(db, found.id);
    });

  return {
    /** @param id that of the newest if undefined */
    find: (id?: number): Promise<Mailing | undefined> =>
      engine.snapshot((db) => readMailing(db, id)),

    /** How many recipients a mailing would have now. Of `next`, at most this many. */
    count: (kind: MailingKind, most: number): Promise<number> =>
      engine.snapshot(async (db) =>
        kind === 'next' ? (await readNext(db, 'place', most)).length : await countMembers(db),
      ),

    /**
     * Stores a mailing with all its letters. The people of the kind `next` are reserved for a new wave. It begins later
     * (`MAILING_BEGINS_AFTER_MINUTES`).
     */
    async send(mailing: NewMailing, author: Author): Promise<Mailing | NotSent> {
      const id = await sendMailing(engine, mailing, author);
      if (typeof id === 'string') return id;
      return (await engine.snapshot((db) => readMailing(db, id))) ?? 'changed';
    },

    pause: (author: Author): Promise<Mailing | undefined> =>
      change(author, 'pause-mailing', { paused_why: 'Paused by an admin.' }),

    resume: (author: Author): Promise<Mailing | undefined> =>
      change(author, 'resume-mailing', { paused_why: null }),

    /**
     * Ends the mailing that has not ended. People whose letter waits are set back to waiting. This takes several short
     * steps, and can be repeated if it was interrupted: the mailing gets its time last.
     */
    async end(author: Author): Promise<Mailing | undefined> {
      const ending = { paused_why: 'An admin has begun to end it.' };
      const mailing = await change(author, 'end-mailing', ending);
      if (!mailing) return undefined;
      while (!(await endStep(engine, mailing, author.at)));
      return await engine.snapshot((db) => readMailing(db, mailing.id));
    },

    /** The letters of a mailing in a state, in steps, so that writers never wait. */
    async *recipients(mailing: number, state: MailingLetterState): AsyncGenerator<Recipient[]> {
      const letters = engine.reports
        .selectFrom('mailing_letter')
        .select(['id', 'email', 'at', 'reply'])
        .where('mailing', '=', mailing)
        .where('state', '=', codeOfMailing(state))
        .orderBy('id')
        .limit(LETTERS_PER_STEP);
      for (let last = 0; ; ) {
        const rows = await letters.where('id', '>', last).execute();
        if (rows.length > 0) yield rows.map((row) => ({ ...row, state }));
        if (rows.length < LETTERS_PER_STEP) return;
        last = rows.at(-1)?.id ?? last;
      }
    },
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
  const step = await waiting.orderBy('id').limit(LETTERS_PER_STEP).execute();
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

async function countMembers(db: Kysely<Database>): Promise<number> {
  const members = db.selectFrom('member').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await members.executeTakeFirstOrThrow()).n);
}

async function readMailing(db: Kysely<Database>, id?: number): Promise<Mailing | undefined> {
  const mailings = db.selectFrom('mailing').selectAll().orderBy('id', 'desc').limit(1);
  const row = await mailings
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? 0))
    .executeTakeFirst();
  if (!row) return undefined;
  const counts = await db
    .selectFrom('mailing_letter')
    .select(({ fn }) => ['state', fn.countAll<number>().as('letters')])
    .where('mailing', '=', row.id)
    .groupBy('state')
    .execute();
  return presentMailing(row, new Map(counts.map(({ state, letters }) => [state, Number(letters)])));
}

function presentMailing(
  { kind, starts_at, paused_why, ended_at, ...row }: Selectable<Database['mailing']>,
  counts: ReadonlyMap<number, number>,
): Mailing {
  const letters = mailingLetterStates.map((state, code) => [state, counts.get(code) ?? 0]);
  return {
    ...row,
    kind: mailingKinds[kind] ?? 'everybody',
    startsAt: starts_at,
    pausedWhy: paused_why,
    endedAt: ended_at,
    letters: Object.fromEntries(letters),
  };
}

/** @returns a sentence for each mailing that does not have as many letters as recipients were chosen */
export async function wrongMailings(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: number; people: number; letters: number }>`
    SELECT id, people, (SELECT count(*) FROM mailing_letter WHERE mailing_letter.mailing = mailing.id) AS letters
    FROM mailing ORDER BY id`.execute(db);
  return rows
    .filter(({ people, letters }) => people !== Number(letters))
    .map(
      ({ id, people, letters }) =>
        `Mailing ${id} has ${letters} letters, but should have ${people}.`,
    );
}
