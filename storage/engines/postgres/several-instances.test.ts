import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createBarePostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { ANA, BEN, counts, NOON, VIEW } from '../../../testing/databases/test-invites.ts';
import type { Storage } from '../../open.ts';

/** Instances that record at the same time. */
const RECORDING = 4;
const EVENTS = 25;

describe('instances of the program on one database', () => {
  let database: TestDatabase;
  let instances: Storage[] = [];
  beforeEach(async () => {
    database = await createBarePostgresDatabase();
  });
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    await database.remove();
  });

  async function open(count: number): Promise<Storage> {
    const opened = Array.from({ length: count }, () => openTestStorage(database.url));
    instances = await Promise.all(opened);
    const [first] = instances;
    assert.ok(first);
    return first;
  }

  test('create the tables once if ten of them start at the same time, and all work', async () => {
    await open(10);
    await Promise.all(instances.map((instance) => instance.waitlist.join('ana@example.com', NOON)));
    await Promise.all(instances.map((instance) => instance.waitlist.tryJoin()));
    const [entry] = await Array.fromAsync(instances[0]?.waitlist.entries() ?? []);
    assert.equal(entry?.requests, 10);
  });

  test(`count an event once if ${RECORDING} of them receive it, erase inviters and run retention at the same time`, async () => {
    const first = await open(RECORDING);
    await Promise.all([first.inviters.put(ANA), first.inviters.put(BEN)]);
    const erasing = instances.flatMap((instance, index) => [
      instance.retention.runWhenDue(NOON + index, 0),
      ...Array.from({ length: 5 }, (_, n) => visitAndErase(instance, `cem-${n}`)),
    ]);
    const outcomes = await Promise.all(instances.flatMap(countEvents));
    await Promise.all(erasing);
    const counted = outcomes.flat().filter((outcome) => outcome === 'counted').length;
    assert.equal(counted, 4 * EVENTS);
    assert.deepEqual(
      (await first.analytics.totals()).total,
      counts({ views: EVENTS, downloads: EVENTS, sent: EVENTS, accepted: EVENTS }),
    );
    assert.deepEqual((await first.recount()).differences, []);
  });

  async function visitAndErase(
    { inviters, visits, appInvites }: Storage,
    id: string,
  ): Promise<void> {
    await inviters.put({ ...ANA, id });
    await visits.record({ ...VIEW, inviterId: id });
    await appInvites.report([{ inviterId: id, inviteId: id, action: 'sent', at: NOON }]);
    await inviters.erase(id, NOON);
  }

  /** Records a view and then a click of each page load, and reports each app invite as sent and then as accepted. */
  function countEvents(instance: Storage): Promise<(string | undefined)[]>[] {
    return Array.from({ length: EVENTS }, async (_, n) => {
      const inviterId = n % 2 === 0 ? 'ana' : 'ben';
      const visit = { ...VIEW, inviterId, eventId: `load-${n}` };
      const invite = { inviterId, inviteId: `i-${n}`, at: NOON };
      const view = await instance.visits.record(visit);
      const [sent] = await instance.appInvites.report([{ ...invite, action: 'sent' }]);
      const click = await instance.visits.record({ ...visit, action: 'download_clicked' });
      const [accepted] = await instance.appInvites.report([{ ...invite, action: 'accepted' }]);
      return [view, click, sent, accepted];
    });
  }

  test('run retention only once when it is due in all instances, and again when it is due later', async () => {
    await open(4);
    const runs = await Promise.all(
      instances.map((instance) => instance.retention.runWhenDue(NOON, 1_000)),
    );
    assert.equal(runs.filter((run) => run !== undefined).length, 1);
    const later = instances.map((instance) => instance.retention.runWhenDue(NOON + 1_000, 1_000));
    assert.equal((await Promise.all(later)).filter((run) => run !== undefined).length, 1);
  });

  test('let one instance send letters at a time, also while another runs the retention', async () => {
    await open(2);
    const [here, there] = instances;
    assert.ok(here && there);
    const { end, begun, sending } = sendUntilEnd(here);
    await begun;
    assert.equal(await there.letters.asOnlySender(async () => 'there'), undefined);
    assert.ok(await there.retention.runWhenDue(NOON, 1_000));
    end();
    assert.equal(await sending, 'here');
    assert.equal(await there.letters.asOnlySender(async () => 'there'), 'there');
  });

  function sendUntilEnd(instance: Storage) {
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const sending = instance.letters.asOnlySender(async () => {
      begun.resolve();
      await ended.promise;
      return 'here';
    });
    return { end: ended.resolve, begun: begun.promise, sending };
  }
});
