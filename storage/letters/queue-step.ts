import { type CompiledQuery, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { CONFIRM_LETTERS, PLACE_LETTERS, RETURN_LETTERS } from '../../contract/letters.ts';
import { isPlainAddress } from '../../contract/plain-address.ts';
import type { Engine } from '../engine.ts';
import { asHex, stopReasons } from '../erasures.ts';
import { type LetterKind, letterKinds } from '../interface/letters.ts';
import { codeOf } from './letter-rows.ts';
import { removeReturned } from './members.ts';
import { type Ask, isInLastMonth, padded, readAsks } from './read-asks.ts';
import { Subjects } from './subjects.ts';

/**
 * The times of a mailbox's letters of the last 30 days. `confirmToLeft`: those that asked an address to confirm which
 * has left since.
 */
type Sent = Record<'confirm' | 'confirmToLeft' | 'place', number[]>;

/** Reads the oldest sign-ups, and queues their letters. @returns how many sign-ups */
export async function queueStep(engine: Engine, at: number): Promise<number> {
  const subjects = await Subjects.of(engine);
  const asks = await readAsks(engine, subjects, at);
  const sent = await readSent(engine, asks, at);
  const queries: CompiledQuery[] = [];
  for (const ask of asks) {
    if (ask.hasLeft && ask.isOnWaitlist && !ask.isMember) {
      // Another person may have typed the address. So an address that has left comes back only by the link of a letter.
      await removeReturned(engine, ask.email);
    }
    const times = sent(ask.mailbox);
    const kind = kindFor(ask, times, at);
    if (kind) {
      times[kind === 'place' ? 'place' : 'confirm'].push(at);
      if (ask.hasLeft)
        queries.push(storeAskedAgain(engine, ask, subjects.hashAddress(ask.email), at));
      queries.push(queueLetter(engine, kind, ask, subjects.hashLetter(kind, ask.email, at), at));
    }
  }
  if (asks.length > 0) {
    // The email too, because SQLite may assign the id of a deleted row again.
    const these = sql`id IN (${sql.join(padded(asks.map(({ id }) => id)))})
      AND email IN (${sql.join(padded(asks.map(({ email }) => email)))})`;
    await engine.write([
      // Locks the rows. If an address is erased at the same time, either its row of `ask` is deleted before this, or
      // its letter is erased after this.
      sql`UPDATE ask SET earlier = earlier WHERE ${these}`.compile(engine.db),
      ...queries,
      sql`DELETE FROM ask WHERE ${these}`.compile(engine.db),
    ]);
  }
  return asks.length;
}

/** @returns which letter a sign-up gets; undefined for none */
function kindFor(ask: Ask, sent: Sent, at: number): LetterKind | undefined {
  if (!isPlainAddress(ask.email)) return undefined;
  if (ask.isDead || (ask.isEarlier && (ask.isMember || ask.hasLeft))) return undefined;
  if (ask.isMember) return mayHave(sent.place, PLACE_LETTERS, at) ? 'place' : undefined;
  if (ask.hasLeft) {
    const mayBeAsked = !ask.wasAskedAgain && mayHave(sent.confirm, RETURN_LETTERS, at);
    return mayBeAsked ? 'confirm' : undefined;
  }
  const asked = [...sent.confirm, ...sent.confirmToLeft];
  if (!ask.isOnWaitlist || !mayHave(asked, CONFIRM_LETTERS, at)) return undefined;
  return ask.isEarlier ? 'earlier' : 'confirm';
}

function mayHave(
  times: readonly number[],
  limit: { perDay: number; perMonth: number },
  at: number,
): boolean {
  const today = times.filter((time) => time > at - DAY_MS);
  return today.length < limit.perDay && times.length < limit.perMonth;
}

async function readSent(
  { db }: Engine,
  asks: readonly Ask[],
  at: number,
): Promise<(mailbox: Uint8Array) => Sent> {
  const none = (): Sent => ({ confirm: [], confirmToLeft: [], place: [] });
  const sent = new Map(asks.map(({ mailbox }) => [asHex(mailbox), none()]));
  const of = (mailbox: Uint8Array) => sent.get(asHex(mailbox)) ?? none();
  if (asks.length === 0) return of;
  const rows = await db
    .selectFrom('letter')
    .select(['mailbox', 'kind', 'at', 'email'])
    .where('mailbox', 'in', padded(asks.map(({ mailbox }) => mailbox)))
    .execute();
  for (const row of rows) {
    if (!isInLastMonth(row.at, at)) continue;
    const confirm = row.email === '' ? 'confirmToLeft' : 'confirm';
    of(row.mailbox)[letterKinds[row.kind] === 'place' ? 'place' : confirm].push(row.at);
  }
  return of;
}

/** The letter itself does not show this any more if the person leaves again, because it then loses the address. */
function storeAskedAgain(
  { db }: Engine,
  { id, email }: Ask,
  subject: Uint8Array,
  at: number,
): CompiledQuery {
  return sql`
    INSERT INTO stopped (subject, reason, at)
    SELECT ${subject}, ${sql.lit(stopReasons.askedAgain)}, ${at} FROM ask
    WHERE id = ${id} AND email = ${email}
    ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at`.compile(db);
}

/**
 * Reads the row of `ask`, so that an address that was erased meanwhile gets no letter. The `via` of the first letter to
 * the address is repeated in every later one. Otherwise, a stranger who enters the address again with another link
 * could get the credit.
 */
function queueLetter(
  { db }: Engine,
  kind: LetterKind,
  { id, email, mailbox }: Ask,
  key: Uint8Array,
  at: number,
): CompiledQuery {
  return sql`
    INSERT INTO letter (kind, subject_key, email, mailbox, via, state, attempts, due_at, at)
    SELECT ${letterKinds.indexOf(kind)}, ${key}, email, ${mailbox},
      CASE WHEN EXISTS (SELECT 1 FROM letter WHERE letter.email = ask.email)
        THEN (SELECT via FROM letter WHERE letter.email = ask.email ORDER BY id LIMIT 1)
        ELSE via END,
      ${sql.lit(codeOf('waiting'))}, 0, ${at}, ${at}
    FROM ask WHERE id = ${id} AND email = ${email}
    ON CONFLICT (subject_key) DO NOTHING`.compile(db);
}
