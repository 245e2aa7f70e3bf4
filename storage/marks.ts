import { type Kysely, sql } from 'kysely';
import { MAX_NOTES_PER_DAY } from '../contract/analytics.ts';
import type { Author } from '../contract/audit.ts';
import { type AndroidState, defaultAvailability, type IosState } from '../contract/availability.ts';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { letterStates, type MailingKind, mailingKinds } from '../contract/mailings.ts';
import { recordAct } from './audit.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** How a platform changed: to a state, or only its link. */
export interface AppMark {
  ios?: IosState | 'link';
  android?: AndroidState | 'link';
}

/** A mailing began to leave, or had left, or both on the same day. */
export interface MailingMark {
  kind: MailingKind;
  part: 'begun' | 'ended' | 'whole';
}

export interface Note {
  id: number;
  words: string;
}

/** What happened at a time, which may explain the figures of that day. Of a note, the time is the beginning of its day. */
export interface Mark {
  at: number;
  app?: AppMark;
  mailing?: MailingMark;
  note?: Note;
}

/** Times from the first one up to the last one, which is not included. */
interface Times {
  from: number;
  until: number;
}

const ACCEPTED = letterStates.indexOf('accepted');

/** What the charts mark. Only notes are stored for it. */
export function createMarks(engine: Engine) {
  return {
    /** A text that changes with the marks. Of a mailing, it has the times of the first accepted letter and of the end. */
    async version(): Promise<string> {
      const { rows } = await sql<{ version: string }>`
        SELECT (SELECT count(*) || ',' || coalesce(max(id), 0) FROM note)
          || ',' || (SELECT count(*) FROM app_state)
          || ',' || (
            SELECT count(*) || ',' || count(ended_at) FROM mailing WHERE EXISTS (
              SELECT 1 FROM letter WHERE mailing = mailing.id AND state = ${sql.lit(ACCEPTED)})
          ) AS version`.execute(engine.db);
      return rows[0]?.version ?? '';
    },

    /** The oldest first. @param withMailings false for admins without the right to the waitlist */
    async read(times: Times, withMailings: boolean): Promise<Mark[]> {
      const { reports } = engine;
      const marks = [
        ...(await readNotes(reports, times)),
        ...(await readAppMarks(reports, times)),
        ...(withMailings ? await readMailingMarks(reports, times) : []),
      ];
      return marks.sort((one, other) => one.at - other.at);
    },

    /**
     * Adds a note to a day. The same words are on a day only once, so a call can be repeated.
     *
     * @param day whole days since 1970
     * @returns undefined if the day has `MAX_NOTES_PER_DAY` notes
     */
    addNote: (day: number, words: string, author: Author): Promise<Note | undefined> =>
      engine.transaction(async (db) => {
        const ofDay = db.selectFrom('note').select(['id', 'words']).where('day', '=', day);
        const notes = await ofDay.execute();
        const same = notes.find((note) => note.words === words);
        if (same) return same;
        if (notes.length >= MAX_NOTES_PER_DAY) return undefined;
        const added = db.insertInto('note').values({ day, words }).returning(['id', 'words']);
        const note = await added.executeTakeFirstOrThrow();
        await recordAct(db, author, 'write-note', describeNote(note.id, day));
        return note;
      }),

    /** @returns false if there is no such note any more */
    removeNote: (id: number, author: Author): Promise<boolean> =>
      engine.transaction(async (db) => {
        const removed = db.deleteFrom('note').where('id', '=', id).returning('day');
        const note = await removed.executeTakeFirst();
        if (note) await recordAct(db, author, 'remove-note', describeNote(id, note.day));
        return note !== undefined;
      }),
  };
}

/** Without the words, because the audit is kept when a person is erased. */
function describeNote(id: number, day: number): string {
  return `${id}, of ${isoDay(day * DAY_MS)}`;
}

async function readNotes(db: Kysely<Database>, { from, until }: Times): Promise<Mark[]> {
  const notes = db.selectFrom('note').selectAll().orderBy('id');
  const rows = await notes
    .where('day', '>=', from / DAY_MS)
    .where('day', '<', until / DAY_MS)
    .execute();
  return rows.map(({ day, ...note }) => ({ at: day * DAY_MS, note }));
}

async function readAppMarks(db: Kysely<Database>, { from, until }: Times): Promise<Mark[]> {
  const rows = await db.selectFrom('app_state').selectAll().orderBy('id').execute();
  const { ios, iosLink: ios_link, android, androidLink: android_link } = defaultAvailability;
  let before = { ios, ios_link, android, android_link };
  const marks = rows.map((row): Mark => {
    const app: AppMark = {};
    if (row.ios !== before.ios) app.ios = row.ios;
    else if (row.ios_link !== before.ios_link) app.ios = 'link';
    if (row.android !== before.android) app.android = row.android;
    else if (row.android_link !== before.android_link) app.android = 'link';
    before = row;
    return { at: row.at, app };
  });
  return marks.filter(({ at }) => at >= from && at < until);
}

/** Of mailings of which the mail server has accepted a letter. */
async function readMailingMarks(db: Kysely<Database>, times: Times): Promise<Mark[]> {
  const { rows } = await sql<{
    kind: number;
    ended_at: number | null;
    first: number | null;
    last: number | null;
  }>`
    SELECT kind, ended_at, ${timeOf('min')} AS first, ${timeOf('max')} AS last
    FROM mailing
    WHERE at < ${times.until} AND (ended_at IS NULL OR ended_at >= ${times.from})
    ORDER BY id`.execute(db);
  return rows.flatMap(({ kind, ended_at, first, last }): Mark[] => {
    if (first === null || last === null) return [];
    const name = mailingKinds[kind] ?? 'everybody';
    const mark = (at: number, part: MailingMark['part']) => ({ at, mailing: { kind: name, part } });
    const isIn = ({ at }: Mark) => at >= times.from && at < times.until;
    if (ended_at === null) return [mark(first, 'begun')].filter(isIn);
    const isOneDay = Math.floor(first / DAY_MS) === Math.floor(last / DAY_MS);
    if (isOneDay) return [mark(first, 'whole')].filter(isIn);
    return [mark(first, 'begun'), mark(last, 'ended')].filter(isIn);
  });
}

/** When the first or the last letter of a mailing was accepted, up to its end: later, single ones may be sent again. */
function timeOf(which: 'min' | 'max') {
  return sql`(SELECT ${sql.raw(which)}(since) FROM letter
    WHERE letter.mailing = mailing.id AND letter.state = ${sql.lit(ACCEPTED)}
      AND (mailing.ended_at IS NULL OR since <= mailing.ended_at))`;
}

/** Removes the notes up to a day, which no chart shows any more. */
export async function forgetNotes(engine: Engine, last: number): Promise<void> {
  await engine.transaction((db) => db.deleteFrom('note').where('day', '<=', last).execute());
}
