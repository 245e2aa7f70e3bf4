import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Phone } from '../../contract/phones.ts';
import { type PersonState, personStates } from '../../contract/team-waitlist.ts';
import type { Engine } from '../engine.ts';
import { phoneOfCode } from '../people/phones.ts';
import { readAllPositions } from '../people/positions.ts';
import type { Database } from '../schema.ts';

/** An address on the waitlist. */
export interface Address {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When it first signed up, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often it signed up, including the first time; 0 if it was imported. */
  requests: number;
  /** The name of the inviter for whom the sign-up counts, or else the address of the member who was credited. */
  invitedBy: string | null;
  /** Undefined for people who have not confirmed. */
  member: Member | undefined;
  state: PersonState;
  /** The wave that the person belongs to. */
  wave: number | null;
  /** The position of a member who waits; undefined for others. */
  position: number | undefined;
}

interface Member {
  key: number;
  rank: number;
  confirmedAt: number;
  /** The version of the words to which the person agreed; null if it is unknown. */
  consent: string | null;
  friends: number;
  phone: Phone | null;
}

/** @param condition selects rows of the table `waitlist`. @returns addresses in their order, without their positions */
export async function readAddresses(
  db: Kysely<Database>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Address[]> {
  const { rows } = await sql<
    Omit<Address & Member, 'key' | 'member' | 'phone' | 'position' | 'state'> & {
      key: number | null;
      state: number;
      phone: number | null;
    }
  >`
    SELECT waitlist.email, joined_at AS "joinedAt", waitlist.requests, waitlist.state, waitlist.wave,
      member.key, member.rank,
      member.confirmed_at AS "confirmedAt", member.consent, member.friends, member.phone,
      coalesce(inviter.username, via.email) AS "invitedBy"
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email
      LEFT JOIN member AS via ON via.key = member.via_member
      LEFT JOIN sign_up_ref ON sign_up_ref.email = waitlist.email AND counted = 1
      LEFT JOIN inviter ON inviter.key = sign_up_ref.inviter_key
    WHERE ${condition} ORDER BY waitlist.email LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(
    ({ email, joinedAt, requests, invitedBy, state, wave, key, phone, ...member }) => ({
      email,
      joinedAt,
      requests,
      invitedBy,
      wave,
      position: undefined,
      state: personStates[state] ?? 'waiting',
      member: key === null ? undefined : { key, ...member, phone: phoneOfCode(phone) },
    }),
  );
}

/** How many addresses one read returns, and the pause after it. So one download leaves most of the time to visitors. */
const ADDRESSES_PER_READ = 200;
const PAUSE_MS = 1;

/**
 * Every address, in their order, in short reads, because during one long read an engine could not remove older states
 * of rows from the disk. So an address that joins or leaves meanwhile may be missing; every other one is read once.
 */
export async function* everyAddress(engine: Engine): AsyncGenerator<Address[]> {
  const positionOf = await readAllPositions(engine);
  let last = '';
  for (;;) {
    const after = sql`waitlist.email > ${last}`;
    const rows = await readAddresses(engine.reports, after, ADDRESSES_PER_READ);
    if (rows.length > 0)
      yield rows.map((row) => ({ ...row, position: positionOf(row.member?.key) }));
    if (rows.length < ADDRESSES_PER_READ) return;
    last = rows.at(-1)?.email ?? '';
    await wait(PAUSE_MS);
  }
}
