import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_FRIENDS, POSITIONS_PER_FRIEND } from '../../contract/mail.ts';
import { type PersonState, personStates } from '../../contract/team-waitlist.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

export interface MemberPosition {
  /** The member's code for inviting friends, see `MEMBER_CODE`. */
  code: string;
  /** How many members are ahead, plus one. */
  position: number;
  /** How many members wait. */
  waiting: number;
  /** How many friends have confirmed through the member's link. This may be more than `MAX_COUNTED_FRIENDS`. */
  friends: number;
}

/** How many rows one read returns. They are few, so that no read is long (see `everyAddress`). */
const MEMBERS_PER_READ = 1_000;
/** The rank of members who are invited or in: they have no position, and no rank is higher. */
export const NOT_WAITING = 2 ** 31 - 1;
/** No rank is lower, because ranks are differences of keys, which are 32-bit numbers above zero. */
const LOWEST_RANK = -(2 ** 31);

/** The number of a state in the tables. */
export function codeOfState(state: PersonState): number {
  return personStates.indexOf(state);
}

/** A condition on `waitlist`. */
export const isWaiting = sql<boolean>`state = ${sql.lit(codeOfState('waiting'))}`;

/** Whether a person who is in this state, according to the table, has a position or will get one by confirming. */
export function waits(state: number): boolean {
  return state < codeOfState('invited');
}

/**
 * Counts the friends of a member, and moves the member up or down. Counting again, instead of adding one, gives the right
 * result however often it is done.
 */
export async function countFriends(db: Kysely<Database>, key: number): Promise<void> {
  const { friends } = await db
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('friends'))
    .where('via_member', '=', key)
    .executeTakeFirstOrThrow();
  const rank = sql<number>`CASE WHEN rank = ${NOT_WAITING} THEN rank ELSE ${rankBy(sql.val(Number(friends)))} END`;
  await db.updateTable('member').set({ friends, rank }).where('key', '=', key).execute();
}

/** The rank of a member who waits. */
export function rankBy(friends: RawBuilder<unknown>): RawBuilder<number> {
  const most = sql.lit(MAX_COUNTED_FRIENDS);
  return sql`key - CASE WHEN ${friends} < ${most} THEN ${friends} ELSE ${most} END * ${sql.lit(POSITIONS_PER_FRIEND)}`;
}

/** Uses the connection for long reads, because with many members the counting may take milliseconds. */
export async function readPosition(
  { reports }: Engine,
  { key, rank }: { key: number; rank: number },
): Promise<Pick<MemberPosition, 'position' | 'waiting'>> {
  const { rows } = await sql<{ waiting: number; before: number; beside: number }>`
    SELECT (SELECT count(*) FROM member WHERE rank < ${NOT_WAITING}) AS waiting,
      (SELECT count(*) FROM member WHERE rank < ${rank}) AS before,
      (SELECT count(*) FROM member WHERE rank = ${rank} AND key > ${key}) AS beside
  `.execute(reports);
  const [{ waiting, before, beside } = { waiting: 1, before: 0, beside: 0 }] = rows;
  // The member may have left since its rank was read.
  return { waiting: Math.max(1, waiting), position: before + beside + 1 };
}

/**
 * Counts the members between one given member and the next, so all positions together need one pass through the index.
 *
 * @returns the positions of the members who wait, by key
 */
export async function readPositions(
  db: Kysely<Database>,
  members: readonly { key: number; rank: number }[],
): Promise<ReadonlyMap<number, number>> {
  const waiting = members.filter(({ rank }) => rank < NOT_WAITING);
  if (waiting.length === 0) return new Map();
  const sorted = waiting.toSorted((a, b) => a.rank - b.rank);
  const counts = sorted.flatMap(({ key, rank }, n) => [
    sql`(SELECT count(*) FROM member WHERE rank >= ${sorted[n - 1]?.rank ?? LOWEST_RANK}
      AND rank < ${rank}) AS ${sql.ref(`before${n}`)}`,
    sql`(SELECT count(*) FROM member WHERE rank = ${rank} AND key > ${key}) AS ${sql.ref(`beside${n}`)}`,
  ]);
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db);
  const [row = {}] = rows;
  let before = 0;
  return new Map(
    sorted.map(({ key }, n) => {
      before += Number(row[`before${n}`]);
      return [key, before + Number(row[`beside${n}`]) + 1];
    }),
  );
}

/** A condition on `member`. The engines find the first row in the index only by a condition without OR. */
export function isBehind(member: { key: number; rank: number } | undefined): RawBuilder<boolean> {
  if (!member) return sql`1 = 1`;
  const { key, rank } = member;
  return sql`member.rank >= ${rank} AND (member.rank > ${rank} OR member.key < ${key})`;
}

/**
 * Reads the position of each member who waits in short steps, in their order. It keeps four bytes for each key that was
 * ever given, because a list may have millions of members.
 *
 * @returns a function that returns the position of a key; undefined for a member who has confirmed meanwhile
 */
export async function readAllPositions({
  reports,
}: Engine): Promise<(key: number | undefined) => number | undefined> {
  const { highest } = await reports
    .selectFrom('member')
    .select(({ fn }) => fn.max('key').as('highest'))
    .executeTakeFirstOrThrow();
  const positions = new Uint32Array((highest ?? 0) + 1);
  let position = 0;
  let last: { key: number; rank: number } | undefined;
  do {
    const { rows: members } = await sql<{ key: number; rank: number }>`
      SELECT key, rank FROM member WHERE rank < ${NOT_WAITING} AND ${isBehind(last)} ORDER BY rank, key DESC
      LIMIT ${sql.lit(MEMBERS_PER_READ)}`.execute(reports);
    // A member who moves down meanwhile is read twice; only the position that was read first counts.
    for (const { key } of members) if (positions[key] === 0) positions[key] = ++position;
    last = members.at(-1);
  } while (last);
  return (key) => (key === undefined ? undefined : positions[key] || undefined);
}
