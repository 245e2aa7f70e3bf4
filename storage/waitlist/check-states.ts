import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { lockMembersOf, lockPeople, setRanks } from './person-states.ts';
import { codeOfState, NOT_WAITING, waits } from './positions.ts';

/** Few, because their addresses are the parameters of a query. */
const PEOPLE_PER_STEP = 500;
const [RESERVED, INVITED] = [codeOfState('reserved'), codeOfState('invited')];

/** @returns a sentence for each kind of difference between states, positions and waves */
export async function wrongStates(db: Kysely<Database>): Promise<string[]> {
  const differences: string[] = [];
  const ranks = (await readWrongRanks(db)).length;
  if (ranks > 0) {
    differences.push(
      `${ranks} members have a position although they are invited or in, or none although they wait. The next retention corrects this.`,
    );
  }
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM waitlist LEFT JOIN wave ON wave.id = waitlist.wave
    WHERE (wave.id IS NULL AND (waitlist.wave IS NOT NULL OR state IN (${RESERVED}, ${INVITED})))
      OR (waitlist.wave IS NOT NULL AND (state = 0
        OR (state = ${RESERVED} AND taken_at IS NOT NULL)
        OR (state <= ${INVITED} AND undone_at IS NOT NULL)))`.execute(db);
  const strays = Number(rows[0]?.n);
  if (strays > 0) {
    differences.push(
      `${strays} people of the waitlist have a state that their wave does not give.`,
    );
  }
  const { rows: waves } = await sql<{ id: number; people: number; most: number }>`
    SELECT id, people - back AS most, count(*) AS people FROM wave
      JOIN waitlist ON waitlist.wave = wave.id
    GROUP BY id, wave.people, back HAVING count(*) > wave.people - back ORDER BY id`.execute(db);
  for (const { id, people, most } of waves) {
    differences.push(`Wave ${id} has ${people} people, but should have ${most} at most.`);
  }
  return differences;
}

/**
 * Corrects the positions of members whom an instance of an earlier version has changed: such a version knows no states,
 * and gives a position to each member who confirms, and to each whose friend does.
 */
export async function correctRanks(engine: Engine): Promise<void> {
  const wrong = await engine.snapshot(readWrongRanks);
  for (let from = 0; from < wrong.length; from += PEOPLE_PER_STEP) {
    await engine.transaction(async (db) => {
      const emails = wrong.slice(from, from + PEOPLE_PER_STEP);
      const people = await lockPeople(db, emails);
      await lockMembersOf(db, emails);
      for (const [isWaiting, some] of Map.groupBy(people, ({ state }) => waits(state))) {
        await setRanks(
          db,
          some.map(({ email }) => email),
          isWaiting,
        );
      }
    });
  }
}

async function readWrongRanks(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT waitlist.email FROM waitlist JOIN member ON member.email = waitlist.email
      WHERE state >= ${INVITED} AND rank < ${NOT_WAITING}
    UNION ALL SELECT waitlist.email FROM member JOIN waitlist ON waitlist.email = member.email
      WHERE rank = ${NOT_WAITING} AND state < ${INVITED}`.execute(db);
  return rows.map(({ email }) => email);
}
