import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage } from '../../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { StorageUnavailable } from '../../errors.ts';
import type { AppInvite, InviteVisit } from '../../events.ts';
import type { Storage } from '../../open.ts';

const INSTANCES = 4;
const WRITERS = 20;
const WRITES = 40;
const INVITERS = 30;

test('instances that record, erase and run retention at the same time keep exact counters, without deadlocks', async (context) => {
  const database = await createPostgresDatabase();
  const instances = await Promise.all(
    Array.from({ length: INSTANCES }, () => openTestStorage(database.url)),
  );
  context.after(async () => {
    for (const instance of instances) await instance.close();
    await database.remove();
  });
  const [first] = instances;
  assert.ok(first);
  for (let n = 0; n < INVITERS; n++) await first.inviters.put({ ...ANA, id: `inviter-${n}` });

  const writers = instances.flatMap((instance) =>
    Array.from({ length: WRITERS }, () => keepWriting(instance)),
  );
  await Promise.all(writers);

  const { differences, events } = await first.inviteEvents.recount();
  assert.deepEqual(differences, []);
  assert.ok(events > 0);
  assert.equal(await deadlocksOf(database.url), 0);
});

/** Runs all kinds of operations that change counters, mixed so that each kind runs at the same time as every other. */
async function keepWriting({ inviteEvents, inviters, retention }: Storage): Promise<void> {
  const kinds = [
    () => inviteEvents.visit(randomVisit()),
    () => inviteEvents.visit(randomVisit()),
    () => inviteEvents.report(Array.from({ length: 5 }, randomReport)),
  ];
  for (let n = 0; n < WRITES; n++) {
    try {
      if (n % 20 === 19) await inviters.erase(randomInviter(), NOON);
      else if (n % 20 === 9) await inviters.put({ ...ANA, id: randomInviter() });
      else if (n === 15) await retention.runWhenDue(NOON, 0);
      else await kinds[n % kinds.length]?.();
    } catch (error) {
      // On a busy machine a statement may wait too long for a lock, and is cancelled.
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }
}

function randomVisit(): InviteVisit {
  return {
    inviterId: randomInviter(),
    action: upTo(2) ? 'page_view' : 'download_clicked',
    eventId: upTo(4) ? `load-${upTo(500)}` : undefined,
    at: NOON,
    excluded: undefined,
  };
}

function randomReport(): AppInvite {
  const action = upTo(2) ? 'sent' : 'accepted';
  return { inviteId: `invite-${upTo(500)}`, inviterId: randomInviter(), action, at: NOON };
}

function randomInviter(): string {
  return `inviter-${upTo(INVITERS)}`;
}

function upTo(end: number): number {
  return Math.floor(Math.random() * end);
}

async function deadlocksOf(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.deadlocks);
}
