import { type Kysely, sql } from 'kysely';
import { launchedPlatforms } from '../../contract/launch.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { codeOfMailing, isLaunch } from './mailing-letter.ts';

const ENDED = codeOfMailing('ended');

/** The mail server has such a letter, or may have it. */
export const TOLD = sql.join((['accepted', 'uncertain'] as const).map(codeOfMailing).map(sql.lit));

const BOTH = launchedPlatforms({ ios: 'launched', android: 'launched' });

/** A mailing that has told people of the launch, or still tells them. */
export interface LaunchMailing {
  id: number;
  at: number;
  /** It concerns people who joined, or asked to be kept, before this time: see `readLaunches`. */
  concernsBefore: number;
  endedAt: number | null;
  /** Of `launchedPlatforms`: the platforms of this mailing and of those before. */
  platforms: number;
  /** Whether everybody was told in another way: see `Launch.tellElsewhere`. */
  wasToldElsewhere: boolean;
}

/**
 * The launch mailings that were not taken back before their first letter, the newest first. There are few.
 *
 * People who joined after a launch letter, or asked to be kept after it, wait for the other platform. So a later letter
 * concerns them only if it is about a platform that was not launched before.
 */
export async function readLaunches(db: Kysely<Database>): Promise<LaunchMailing[]> {
  const wasSent = sql<boolean>`(people = 0 OR ended_at IS NULL OR EXISTS (
    SELECT 1 FROM mailing_letter AS letter WHERE letter.mailing = mailing.id AND letter.state IN (${TOLD})
    ) OR NOT EXISTS (
    SELECT 1 FROM mailing_letter AS letter WHERE letter.mailing = mailing.id AND letter.state = ${sql.lit(ENDED)}
    ) OR EXISTS (SELECT 1 FROM deletion_clock WHERE deletion_clock.mailing = mailing.id))`;
  const mailings = db.selectFrom('mailing').select(['id', 'at', 'ended_at', 'people', 'platforms']);
  const rows = await mailings.where(isLaunch).where(wasSent).orderBy('id').execute();
  const clocks = await db.selectFrom('deletion_clock').select(['mailing', 'ended_at']).execute();
  const promised = new Map(clocks.map(({ mailing, ended_at }) => [mailing, ended_at]));
  let earlier: { at: number; platforms: number }[] = [];
  const launches = rows.map(({ id, at, ended_at, people, platforms }) => {
    // Somebody who confirms later lets the mailing go on, which must not postpone what an admin has started.
    const endedAt = promised.get(id) ?? ended_at;
    const covering = earlier.find((one) => isCovered(one, platforms));
    const known = (earlier.at(-1)?.platforms ?? 0) | platforms;
    earlier = [...earlier, { at, platforms: known }];
    const concernsBefore = Math.min(at, covering?.at ?? at);
    return {
      ...{ id, at, endedAt, concernsBefore, platforms: known },
      wasToldElsewhere: people === 0,
    };
  });
  return launches.toReversed();
}

/**
 * Whether a launch letter about these platforms tells people who joined after this mailing nothing new. One about both
 * always does: they waited for a platform that was not launched, or not any more.
 */
export function isCovered({ platforms: known }: { platforms: number }, platforms: number): boolean {
  return platforms !== BOTH && (known & platforms) === platforms;
}

/**
 * Adds an address to the launch mailing, in the rule that confirms the address, if the mailing concerns it. Does nothing
 * if a newer mailing follows or an admin has ended the launch mailing.
 */
export async function tellLater(
  db: Kysely<Database>,
  {
    email,
    mailbox,
    joinedAt,
    at,
  }: { email: string; mailbox: Uint8Array; joinedAt: number; at: number },
): Promise<void> {
  const launches = await readLaunches(db);
  const [launch, ...earlier] = launches;
  if (!launch || launch.wasToldElsewhere || launch.concernsBefore <= joinedAt) return;
  const { id: mailing } = launch;
  const others = earlier.filter((one) => one.concernsBefore > joinedAt);
  if (others.some((one) => one.wasToldElsewhere)) return;
  const ids = sql.join([0, ...others.map(({ id }) => id)]);
  const isTold = sql`mailing IN (${ids}) AND mailbox = ${mailbox} AND state IN (${TOLD})`;
  if (await hasAny(db, 'mailing_letter', isTold)) return;
  const newest = sql`id = ${mailing} AND id = (SELECT max(id) FROM mailing)
    AND NOT EXISTS (SELECT 1 FROM mailing AS other WHERE other.ended_at IS NULL AND other.id <> ${mailing})`;
  if (!(await hasAny(db, 'mailing', newest))) return;
  const isEnded = sql`mailing = ${mailing} AND state = ${codeOfMailing('ended')}`;
  if (await hasAny(db, 'mailing_letter', isEnded)) return;
  const added = await db
    .insertInto('mailing_letter')
    .values({
      ...{ mailing, email, mailbox, at, due_at: at },
      ...{ state: codeOfMailing('waiting'), attempts: 0 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return;
  await db
    .updateTable('mailing')
    .set(({ eb }) => ({ people: eb('people', '+', 1), ended_at: null }))
    .where('id', '=', mailing)
    .execute();
}
