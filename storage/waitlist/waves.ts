import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Act, Author } from '../../contract/audit.ts';
import type { Phone } from '../../contract/phones.ts';
import { describeNext, type NextPeople, type PersonState } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { countBack, movePeople, readPeople } from '../people/person-states.ts';
import { allHavePhone, countPhones } from '../people/phones.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { choosePeople } from './choose-people.ts';
import { countWaiting, countWaitingWith, readFirst, type WaveOrder } from './next-people.ts';

/** People who are let in together. The five counts of people now add up to `people`. Of a phone: who has said to have it. */
export interface Wave extends Record<Phone, number> {
  id: number;
  at: number;
  who: string | null;
  people: number;
  reserved: number;
  invited: number;
  in: number;
  back: number;
  gone: number;
  takenAt: number | null;
  undoneAt: number | null;
  /** The mailing that invites its people. */
  mailing: number | null;
}

/**
 * Why nothing was reserved. `changed`: there is a newer wave, or one of the people has moved on. `waiting`: fewer
 * people wait than the admin requested.
 */
export type NotTaken = 'changed' | { waiting: number };
/** Why a wave cannot change. */
export type NotChanged = 'unknown' | 'undone';
/** Also: a mailing that has not ended is inviting its people. */
export type NotInvited = NotChanged | 'mailing';

type Counts = Pick<Wave, 'reserved' | 'invited' | 'in' | Phone>;

/** People who are let in together (decision 061). Reads use `engine.reports`, so neither writers nor visitors wait. */
export function createWaves(engine: Engine) {
  const find = async (id: number): Promise<Wave | undefined> =>
    (await engine.snapshot((db) => readWaves(db, sql`id = ${id}`)))[0];

  /** Moves the people of a wave who are in these states. They are read with `engine.reports`, as in `take`. */
  const change = async (
    id: number,
    author: Author,
    act: Act,
    from: readonly PersonState[],
    to: 'invited' | 'waiting',
  ): Promise<Wave | NotChanged> => {
    const emails = await readPeopleOf(engine.reports, id, from);
    const refusal = await engine.transaction(async (db) => {
      const waves = db.selectFrom('wave').select('undone_at').where('id', '=', id);
      const found = await waves.executeTakeFirst();
      if (!found) return 'unknown';
      if (found.undone_at !== null) return 'undone';
      const codes = from.map(codeOfState);
      const moved = (await readPeople(db, emails))
        .filter((person) => person.wave === id && codes.includes(person.state))
        .map(({ email }) => email);
      if (to === 'waiting') await countBack(db, id, moved.length);
      const wave = to === 'waiting' ? null : id;
      await movePeople(db, moved, { state: to, at: author.at, wave });
      await setTime(db, id, to, author.at);
      await recordAct(db, author, act, `wave ${id}`);
      return undefined;
    });
    return refusal ?? (await find(id)) ?? 'unknown';
  };

  return {
    find,
    /** The newest first. */
    list: (limit: number): Promise<Wave[]> =>
      engine.snapshot((db) => readWaves(db, sql`true`, limit)),

    /** How many people wait who may be let in next. It includes addresses that no store takes. */
    waiting: (order: WaveOrder): Promise<number> =>
      engine.snapshot((db) => countWaiting(db, order)),
    waitingWith: (): Promise<Record<Phone, number>> => engine.snapshot(countWaitingWith),

    /**
     * Reserves the next people for a new wave. They are read with `engine.reports`, because a long list takes long. The
     * rule then reserves all of them, or none if the state of one has changed since.
     *
     * @param seen the id of the newest wave that the admin saw, or 0
     */
    async take(
      asked: NextPeople,
      { order, seen }: { order: WaveOrder; seen: number },
      author: Author,
    ): Promise<Wave | NotTaken> {
      const { people, phone } = asked;
      const next = await engine.snapshot((db) => choose(db, order, asked));
      if (next.length < people) return { waiting: next.length };
      const id = seen + 1;
      const isTaken = await engine.transaction(async (db) => {
        const found = await readPeople(db, next);
        if (found.length < people || found.some(({ state }) => state !== codeOfState('waiting')))
          return false;
        if (!(await allHavePhone(db, next, phone))) return false;
        if (!(await addWave(db, id, people, author))) return false;
        await movePeople(db, next, { state: 'reserved', at: author.at, wave: id });
        await recordAct(db, author, 'take-people', `${describeNext(asked)}, wave ${id}`);
        return true;
      });
      return (isTaken && (await find(id))) || 'changed';
    },

    /** The addresses of all people who still belong to a wave, in their order. */
    people: (id: number): Promise<string[]> =>
      readPeopleOf(engine.reports, id, ['reserved', 'invited', 'in']),

    /** Invites the people of a wave, because their whole file was downloaded. May be repeated. */
    async invite(id: number, author: Author): Promise<Wave | NotInvited> {
      // It invites each person once the letter is accepted, and sends none to people who are invited already.
      const isInviting = sql`wave = ${id} AND ended_at IS NULL`;
      if (await hasAny(engine.db, 'mailing', isInviting)) return 'mailing';
      return await change(id, author, 'invite-wave', ['reserved'], 'invited');
    },

    /** Sets all people of a wave who are not in back to waiting, at their earlier positions. */
    undo: (id: number, author: Author): Promise<Wave | NotChanged> =>
      change(id, author, 'undo-wave', ['reserved', 'invited'], 'waiting'),
  };
}

async function choose(db: Kysely<Database>, order: WaveOrder, next: NextPeople): Promise<string[]> {
  if (order === 'joined') return await readFirst(db, next);
  return (await choosePeople(db, next, ({ email }) => email)).emails;
}

async function readWaves(
  db: Kysely<Database>,
  condition: RawBuilder<boolean>,
  limit = 1,
): Promise<Wave[]> {
  const mailing = sql<number | null>`(SELECT id FROM mailing WHERE mailing.wave = wave.id)`;
  const waves = db.selectFrom('wave').selectAll().select(mailing.as('mailing')).where(condition);
  const rows = await waves.orderBy('id', 'desc').limit(limit).execute();
  if (rows.length === 0) return [];
  const counts = await countPeople(db, rows.at(-1)?.id ?? 0, rows[0]?.id ?? 0);
  return rows.map((row) => presentWave(row, counts.get(row.id)));
}

/** Reads the whole list: `waitlist` has no index except its primary key, so that a sign-up writes little. */
async function countPeople(
  db: Kysely<Database>,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, Counts>> {
  const countOf = (state: PersonState) =>
    sql`CAST(count(CASE WHEN state = ${sql.lit(codeOfState(state))} THEN 1 END) AS integer) AS ${sql.ref(state)}`;
  const { rows } = await sql<Counts & { wave: number }>`
    SELECT wave, ${countOf('reserved')}, ${countOf('invited')}, ${countOf('in')}, ${countPhones}
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email WHERE wave BETWEEN ${from} AND ${to} GROUP BY wave`.execute(
    db,
  );
  return new Map(rows.map(({ wave, ...counts }) => [wave, counts]));
}

function presentWave(
  wave: Selectable<Database['wave']> & { mailing: number | null },
  counts: Counts = { reserved: 0, invited: 0, in: 0, iphone: 0, android: 0 },
): Wave {
  const { taken_at: takenAt, undone_at: undoneAt, ...others } = wave;
  const gone = wave.people - wave.back - counts.reserved - counts.invited - counts.in;
  return { ...others, ...counts, gone, takenAt, undoneAt };
}

export async function newestWave(db: Kysely<Database>): Promise<number> {
  const waves = db.selectFrom('wave').select(({ fn }) => fn.max('id').as('id'));
  return (await waves.executeTakeFirst())?.id ?? 0;
}

/** @returns false if another wave was added since the admin looked */
export async function addWave(
  db: Kysely<Database>,
  id: number,
  people: number,
  { at, who }: Author,
): Promise<boolean> {
  if ((await newestWave(db)) !== id - 1) return false;
  await db.insertInto('wave').values({ id, at, who, people, back: 0 }).execute();
  return true;
}

async function setTime(
  db: Kysely<Database>,
  id: number,
  to: 'invited' | 'waiting',
  at: number,
): Promise<void> {
  const time =
    to === 'waiting' ? { undone_at: at } : { taken_at: sql<number>`coalesce(taken_at, ${at})` };
  await db.updateTable('wave').set(time).where('id', '=', id).execute();
}

async function readPeopleOf(
  db: Kysely<Database>,
  id: number,
  states: readonly PersonState[],
): Promise<string[]> {
  const people = db.selectFrom('waitlist').select('email').where('wave', '=', id);
  const rows = await people
    .where('state', 'in', states.map(codeOfState))
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/**
 * Forgets who let in old waves and sent old mailings, because phone numbers of admins are kept no longer than the audit.
 */
export async function forgetAuthors(engine: Engine, before: number): Promise<void> {
  for (const table of ['mailing', 'wave', 'launch'] as const) {
    await engine.transaction((db) => {
      const old = db.updateTable(table).where('who', 'is not', null).where('at', '<', before);
      return old.set({ who: null }).execute();
    });
  }
}
