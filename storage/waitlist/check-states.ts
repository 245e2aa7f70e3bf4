import { type Kysely, sql } from 'kysely';
import { codeOfState, NOT_WAITING } from '../people/positions.ts';
import type { Database } from '../schema.ts';

const WAITING = codeOfState('waiting');
const RESERVED = codeOfState('reserved');
const INVITED = codeOfState('invited');

/** @returns a sentence for each kind of difference between states, positions and waves */
export async function wrongStates(db: Kysely<Database>): Promise<string[]> {
  const differences: string[] = [];
  const ranks = (await readWrongRanks(db)).length;
  if (ranks > 0) {
    differences.push(
      `${ranks} members have a position although they are invited or in, or none although they wait.`,
    );
  }
  const waves = await db.selectFrom('wave').selectAll().execute();
  const byId = new Map(waves.map((wave) => [wave.id, { ...wave, now: 0 }]));
  let strays = 0;
  for (const { wave: id, state, people } of await countPeople(db)) {
    const wave = id === null ? undefined : byId.get(id);
    if (wave) wave.now += people;
    const fits =
      wave &&
      state !== WAITING &&
      !(state === RESERVED && wave.taken_at !== null) &&
      !(state <= INVITED && wave.undone_at !== null);
    if (!fits) strays += people;
  }
  if (strays > 0) {
    differences.push(
      `${strays} people of the waitlist have a state that their wave does not give.`,
    );
  }
  for (const { id, now, people, back } of byId.values()) {
    if (now <= people - back) continue;
    differences.push(`Wave ${id} has ${now} people, but should have ${people - back} at most.`);
  }
  return differences;
}

/** Counts the people who belong to a wave, or should. People who use the app may belong to none. */
async function countPeople(
  db: Kysely<Database>,
): Promise<{ wave: number | null; state: number; people: number }[]> {
  const { rows } = await sql<{ wave: number | null; state: number; people: number }>`
    SELECT wave, state, count(*) AS people FROM waitlist
    WHERE wave IS NOT NULL OR state IN (${RESERVED}, ${INVITED}) GROUP BY wave, state`.execute(db);
  return rows.map(({ people, ...others }) => ({ ...others, people: Number(people) }));
}

/** Without a join, for which an engine could read all members. */
async function readWrongRanks(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM waitlist WHERE state >= ${INVITED} AND EXISTS (
      SELECT 1 FROM member WHERE member.email = waitlist.email AND rank < ${NOT_WAITING})
    UNION ALL SELECT email FROM member WHERE rank = ${NOT_WAITING} AND EXISTS (
      SELECT 1 FROM waitlist WHERE waitlist.email = member.email AND state < ${INVITED})`.execute(
    db,
  );
  return rows.map(({ email }) => email);
}
