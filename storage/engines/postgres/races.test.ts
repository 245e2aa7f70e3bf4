import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage, query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { ANA, BEN, NOON } from '../../../testing/databases/test-invites.ts';
import { takeLetters } from '../../../testing/databases/test-mail.ts';
import type { Storage } from '../../open.ts';

type Event =
  | `INSERT ON ${'member' | 'letter' | 'stopped' | 'session' | 'wave'}`
  | 'DELETE ON stopped';

const LOCK = 1;
/** Makes each transaction wait for the lock after an event. */
const waitAfter = (event: Event) => `
  CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NULL; END';
  CREATE TRIGGER wait_for_test AFTER ${event} FOR EACH ROW EXECUTE FUNCTION wait_for_test()`;

describe('transactions that overlap', () => {
  let database: TestDatabase;
  let storage: Storage;
  let holder: Client;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    storage = await openTestStorage(database.url);
    holder = new Client(database.url);
    await holder.connect();
  });
  afterEach(async () => {
    await holder.end();
    await storage.close();
    await database.remove();
  });

  /** Begins `first`, and runs `second` after the event in `first`, and before `first` commits. */
  async function overlap(
    event: Event,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<void> {
    await query(database.url, waitAfter(event));
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const begun = first();
    await becomesTrue(() => waits('advisory'), 5_000);
    let isDone = false;
    const done = second().finally(() => {
      isDone = true;
    });
    await becomesTrue(async () => isDone || (await waits('transactionid')), 5_000);
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await Promise.all([begun, done]);
  }

  async function waits(type: string): Promise<boolean> {
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = '${type}'`;
    return (await query(database.url, waiting)).length > 0;
  }

  test('of a wave and a mailing do not take the same person', async () => {
    const admin = { who: 'command line', at: NOON };
    for (const email of ['ana@x.example', 'ben@x.example']) {
      await storage.waitlist.join(email, NOON);
      await storage.members.confirm(email, NOON);
    }
    await storage.audit.record(admin, 'test-mailing');
    const mailing = { subject: 'In', words: 'In.', kind: 'next', people: 1 } as const;
    let sent: unknown;
    await overlap(
      'INSERT ON wave',
      () => storage.waves.take({ people: 1 }, { order: 'place', seen: 0 }, admin),
      async () => {
        sent = await storage.mailings.send(mailing, admin);
      },
    );
    assert.equal(sent, 'changed');
    assert.equal(await storage.mailings.find(), undefined);
    assert.equal((await storage.waves.find(1))?.reserved, 1);
  });

  test('take nobody who has changed to another phone meanwhile', async () => {
    const admin = { who: 'command line', at: NOON };
    await storage.audit.record(admin, 'test-mailing');
    await storage.waitlist.join('ana@x.example', NOON);
    await storage.members.confirm('ana@x.example', NOON);
    const text = { subject: 'In', words: 'In.', kind: 'next' } as const;
    const next = { people: 1, phone: 'iphone' } as const;
    for (const take of [
      () => storage.waves.take(next, { order: 'place', seen: 0 }, admin),
      () => storage.mailings.send({ ...text, ...next }, admin),
    ]) {
      await storage.members.choosePhone('ana@x.example', 'iphone');
      await holder.query("BEGIN; SELECT FROM waitlist WHERE email = 'ana@x.example' FOR UPDATE");
      const taking = take();
      await becomesTrue(() => waits('transactionid'), 5_000);
      await storage.members.choosePhone('ana@x.example', 'android');
      await holder.query('COMMIT');
      assert.equal(await taking, 'changed');
    }
  });

  describe('an address that is removed while another transaction adds rows for the address', () => {
    beforeEach(() => storage.waitlist.join('ana@x.example', NOON, { via: undefined }));

    async function assertGone(): Promise<void> {
      for (const table of ['waitlist', 'ask', 'letter', 'member']) {
        assert.deepEqual(await query(database.url, `SELECT email FROM ${table}`), [], table);
      }
    }

    const confirm = () => storage.members.confirm('ana@x.example', NOON);
    const queue = () => storage.mail.queue(NOON);
    const erase = () => storage.waitlist.erase('ana@x.example', NOON);
    const leave = () => storage.members.leave('ana@x.example', NOON);

    test('is gone if it is erased while it confirms', async () => {
      await overlap('INSERT ON member', confirm, erase);
      await assertGone();
    });

    test('is gone if it leaves while it confirms', async () => {
      await overlap('INSERT ON member', confirm, leave);
      await assertGone();
      assert.deepEqual(await storage.members.position('ana@x.example'), { state: 'left' });
    });

    test('is gone if it is erased while it confirms again after it has left', async () => {
      await leave();
      await overlap('INSERT ON member', confirm, erase);
      await assertGone();
      assert.equal(await storage.members.position('ana@x.example'), undefined);
    });

    test('is gone if it confirms again after it has left, while it is erased', async () => {
      await leave();
      await overlap('DELETE ON stopped', erase, confirm);
      await assertGone();
    });

    test('can leave while the leaving of another address waits', async () => {
      await storage.mail.begin(NOON);
      await storage.waitlist.join('ben@x.example', NOON, { via: undefined });
      await holder.query("BEGIN; SELECT FROM ask WHERE email = 'ben@x.example' FOR UPDATE");
      const waiting = storage.members.leave('ben@x.example', NOON);
      await becomesTrue(() => waits('transactionid'), 5_000);
      await leave();
      await holder.query('COMMIT');
      await waiting;
      await assertGone();
    });

    for (const [act, remove] of Object.entries({ 'is erased': erase, leaves: leave })) {
      test(`is gone if it ${act} while its letter is queued`, async () => {
        await overlap('INSERT ON letter', queue, remove);
        await assertGone();
      });
    }

    for (const [which, signUpAgain] of Object.entries({
      'its letter': async () => {},
      'the letter that asked it again': async () => {
        await leave();
        await storage.waitlist.join('ana@x.example', NOON, { via: undefined });
      },
    })) {
      test(`is not remembered as dead if it is erased while the refusal of ${which} is stored`, async () => {
        await signUpAgain();
        await queue();
        const [letter] = await takeLetters(storage.mail, NOON, 1);
        assert.ok(letter);
        const reply = '550 no such user';
        const refused = { state: 'refused', reply, at: NOON, deadAt: NOON } as const;
        await overlap('INSERT ON stopped', () => storage.mail.finish(letter.id, refused), erase);
        await assertGone();
        assert.deepEqual(await query(database.url, 'SELECT reason FROM stopped'), []);
      });
    }

    test('is no longer counted as a friend if it leaves while another friend confirms', async () => {
      await confirm();
      const position = await storage.members.position('ana@x.example');
      const via = position?.state === 'confirmed' ? position.code : undefined;
      for (const email of ['ben@x.example', 'cy@x.example'])
        await storage.waitlist.join(email, NOON, { via });
      await storage.mail.queue(NOON);
      await storage.members.confirm('ben@x.example', NOON);
      await overlap(
        'INSERT ON member',
        () => storage.members.confirm('cy@x.example', NOON),
        () => storage.members.leave('ben@x.example', NOON),
      );
      const after = await storage.members.position('ana@x.example');
      assert.equal(after?.state === 'confirmed' && after.friends, 1);
    });
  });

  describe('a sign-up while another transaction has locked the counters of Ana', () => {
    const join = (name: string, refs: string[]) =>
      storage.waitlist.join(`${name}@x.example`, NOON, undefined, { refs });
    beforeEach(async () => {
      await storage.inviters.putAll([ANA, BEN]);
      await Promise.all([
        join('listed-by-ana', ['ana']),
        join('listed-by-ben', ['ben']),
        join('listed', []),
      ]);
      await holder.query(
        "BEGIN; SELECT FROM inviter_total JOIN inviter ON key = inviter_key WHERE user_id = 'ana' FOR UPDATE",
      );
    });

    for (const name of ['listed-by-ana', 'listed-by-ben', 'listed', 'unknown']) {
      test(`waits if it names Ana, and not if it names Ben, whether it is ${name}`, async () => {
        await join(name, ['ben']);
        const waiting = join(name, ['ana']);
        await becomesTrue(() => waits('transactionid'), 5_000);
        await holder.query('COMMIT');
        await waiting;
      });
    }
  });

  describe('a sign-in on one instance', () => {
    let there: Storage;
    beforeEach(async () => {
      there = await openTestStorage(database.url);
    });
    afterEach(() => there.close());

    const findThere = () => there.sessions.find(Buffer.from('now'), NOON);

    /** Runs `work` after a transaction has inserted a session, and before this transaction commits. */
    async function signInDuring(work: () => Promise<unknown>): Promise<string | undefined> {
      const secret = await storage.keySecret();
      const session = { phone: '+15550001111', newUserId: 'ana', secret, at: NOON };
      const begin = (token: string) =>
        storage.sessions.begin({ ...session, tokenHash: Buffer.from(token), replaces: undefined });
      await begin('before');
      await storage.sessions.end(Buffer.from('before'));
      let account: string | undefined;
      const signIn = async () => {
        account = await begin('now');
      };
      await overlap('INSERT ON session', signIn, work);
      return account;
    }

    test('keeps its account while retention runs on another instance', async () => {
      assert.equal(await signInDuring(() => there.retention.run(NOON)), 'ana');
      assert.equal((await findThere())?.userId, 'ana');
    });

    test('is ended if another instance replaces the keys meanwhile', async () => {
      await signInDuring(() => there.rotateKeys());
      assert.equal(await findThere(), undefined);
    });
  });
});
