// Long because it has the rules of every function that writes, and the order of every table.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, Pool } from 'pg';
import { DAY_MS } from '../../../contract/durations.ts';
import type { MailingLetterState } from '../../../contract/mailings.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage, query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { ANA, BEN, NOON } from '../../../testing/databases/test-invites.ts';
import { takeLetters } from '../../../testing/databases/test-mail.ts';
import { RandomValues } from '../../../testing/random-values.ts';
import type { Storage } from '../../open.ts';
import { schema, type Table } from '../../schema.ts';
import { openPostgresEngine } from './postgres-engine.ts';

/**
 * The order in which every rule locks rows of different tables, whatever else it does: then rules on several instances
 * never wait for each other in a circle. A rule may come back to rows that it has locked. The row of `stopped` that says that
 * a person has left is locked with that of `waitlist`, other rows of `stopped` after those of `letter`.
 */
const ORDER = [
  ...['secret', 'sign_in_secret', 'inviter', 'waitlist', 'stopped', 'letter'],
  ...['mailing', 'mailing_letter', 'ask', 'erasure'],
  ...[
    'event_key',
    'app_invite',
    'wave',
    'member',
    'sign_up_ref',
    'inviter_total',
    'inviter_day',
    'total',
    'inviter_base',
  ],
  ...['day_base', 'day_total', 'excluded_total', 'invite_event', 'erased_inviter', 'named_link'],
  ...[
    'sign_in_code',
    'spent_challenge',
    'budget',
    'admin',
    'session',
    'account',
    'app_state',
    'note',
  ],
  ...['retention_run', 'deletion_clock', 'letters_begun', 'arrival_report', 'returned_report'],
  ...['audit', 'notice', 'backup_moment'],
] as const satisfies readonly Table[];
/** The type checker refuses this if a table is missing. */
const position: Readonly<Record<Table, number>> = Object.fromEntries(
  ORDER.map((table, n) => [table, n]),
) as Record<(typeof ORDER)[number], number>;
/** Their new rows have keys that no other transaction has, so inserting them never waits. */
const ALWAYS_NEW = /^insert into "?(ask|audit|erased_inviter|invite_event|letter|session)\b/i;

/** Its rows are locked only by the retention, which runs on one instance at a time. */
const ONLY_RETENTION = 'invite_event';

/** Writes rows about these people. */
type Rule = (storage: Storage, names: readonly string[]) => Promise<unknown>;

const READS = 'It only reads.';
const ONE_ROW = 'It locks one row, so it holds no lock while it waits for another.';
const NO_ROW = 'It locks no row.';

type AnyFunction = (...parameters: never[]) => unknown;
type FunctionsOf<Part> = {
  [Name in keyof Part & string]: Part[Name] extends AnyFunction ? Name : never;
}[keyof Part & string];
type Parts = Omit<Storage, 'isNew' | 'broken' | typeof Symbol.asyncDispose>;
/** The rules of every function of `Storage`, or why it has none. The type checker refuses this if one is missing. */
type Rules = {
  readonly [Name in keyof Parts]: Parts[Name] extends AnyFunction
    ? readonly Rule[] | string
    : Readonly<Record<FunctionsOf<NonNullable<Parts[Name]>>, readonly Rule[] | string>>;
};

const BUDGET = { perHour: 99, perDay: 99 };
const PHONE = '+15550001111';
/** Pairs of rules mostly wait, so they run on several databases at the same time. */
const DATABASES = 3;
/** The pause between two looks at the sessions of the database. */
const LOOK_AGAIN_MS = 10;
const ADMIN = { who: PHONE, at: NOON };
const OLD = NOON - 40 * DAY_MS;
const NAMES = ['ana', 'ben'];
const address = (name: string) => `${name}@x.example`;
const named = (kind: string) => (name: string) => `${kind}-${name}`;
const bytes = (text: string) => Buffer.from(text);
const other = (name: string) => (name === 'ana' ? 'ben' : 'ana');
const all = (names: readonly string[], act: (name: string) => Promise<unknown>) =>
  Promise.all(names.map(act));
/** The address of a member, one that has left and signed up again, and two members who get a mailing. */
const addressesOf = (names: readonly string[]) => [
  ...names,
  ...['left', 'next', 'after'].flatMap((kind) => names.map(named(kind))),
];
const each = (names: readonly string[], act: (email: string) => Promise<unknown>) =>
  all(addressesOf(names).map(address), act);
const MAILING = { subject: 'News', words: 'You are in.' };
const eachRecipient = async (
  { mailings, mailingLetters }: Storage,
  state: MailingLetterState,
  act: (letters: Storage['mailingLetters'], id: number) => Promise<unknown>,
) => {
  for await (const step of mailings.recipients(1, state))
    await Promise.all(step.map(({ id }) => act(mailingLetters, id)));
};
const accepted = ([inviterId = '']: readonly string[], inviteIds: readonly string[]) =>
  inviteIds.map((inviteId) => ({ inviterId, inviteId, action: 'accepted' as const, at: NOON }));

const rules: Rules = {
  waitlist: {
    join: [
      // The address of each is stored with the other as its inviter.
      ({ waitlist }, names) =>
        all(names, (name) =>
          waitlist.join(address(name), NOON, undefined, { refs: [name], from: name }),
        ),
      ({ waitlist }, names) =>
        each(names, (email) => waitlist.join(email, NOON, undefined, { refs: names.slice(0, 1) })),
    ],
    tryJoin: 'Like `join`, with the address of no person.',
    sortPeople: READS,
    importPeople: [
      ({ waitlist }, names) =>
        waitlist.importPeople(
          addressesOf(names).map((name) => ({
            email: address(name),
            joinedAt: NOON,
            confirmedAt: NOON,
          })),
          ADMIN,
        ),
    ],
    namedLinks: READS,
    entries: READS,
    steps: READS,
    erase: 'Like `remove`.',
    remove: [({ waitlist }, names) => each(names, (email) => waitlist.remove(email, ADMIN))],
  },
  teamWaitlist: { count: READS, openLetters: READS, page: READS },
  mail: {
    ...{ secret: READS, begunAt: READS, figures: READS, list: READS, find: READS },
    ...{ hasStopped: READS, isFlooded: READS },
    begin: ONE_ROW,
    asOnlySender: NO_ROW,
    markInterrupted: [({ mail }) => mail.markInterrupted()],
    queue: [({ mail }) => mail.queue(NOON)],
    takeTurn: [({ mail }) => mail.takeTurn(BUDGET, NOON)],
    finish: [
      async ({ mail }) => {
        const sending = await mail.list({ state: 'sending', limit: 9 });
        const end = { state: 'refused', reply: '', at: NOON, deadAt: NOON } as const;
        await Promise.all(sending.map(({ id }) => mail.finish(id, end)));
      },
    ],
    postpone: ONE_ROW,
    sendAgain: [
      async ({ mail }) => {
        const refused = await mail.list({ state: 'refused', limit: 9 });
        await Promise.all(refused.map(({ id }) => mail.sendAgain(id, NOON)));
      },
    ],
    askEarlier: [({ mail }) => mail.askEarlier(NOON)],
  },
  members: {
    position: READS,
    confirm: [({ members }, names) => each(names, (email) => members.confirm(email, NOON))],
    choosePhone: [
      ({ members }, names) => each(names, (email) => members.choosePhone(email, 'iphone')),
    ],
    leave: [({ members }, names) => each(names, (email) => members.leave(email, NOON))],
  },
  personStates: {
    reportedAt: READS,
    arrive: [
      ({ personStates }, names) =>
        personStates.arrive(
          addressesOf(names).map((name, n) => ({ email: address(name), at: NOON + n })),
          NOON,
        ),
    ],
    back: [({ personStates }, names) => each(names, (email) => personStates.back(email, ADMIN))],
  },
  waves: {
    ...{ find: READS, list: READS, waiting: READS, waitingWith: READS, people: READS },
    take: [
      ({ waves }) => waves.take({ people: 2 }, { order: 'joined', seen: 2 }, ADMIN),
      ({ waves }) =>
        waves.take({ people: 1, withFriends: true }, { order: 'place', seen: 2 }, ADMIN),
    ],
    invite: [1, 2].map(
      (wave): Rule =>
        ({ waves }) =>
          waves.invite(wave, ADMIN),
    ),
    undo: [1, 2].map(
      (wave): Rule =>
        ({ waves }) =>
          waves.undo(wave, ADMIN),
    ),
    forgetBy: [({ waves }) => waves.forgetBy(PHONE)],
  },
  mailings: {
    ...{ find: READS, list: READS, needsTest: READS, count: READS, recipients: READS, page: READS },
    ...{ newestEnded: READS, pausedNow: READS, acceptedBefore: READS, figuresOfNext: READS },
    ...{ pause: ONE_ROW, resume: ONE_ROW },
    send: [
      ...(['next', 'everybody'] as const).map(
        (kind): Rule =>
          async ({ mailings }) => {
            await mailings.end(ADMIN);
            const people = kind === 'next' ? 1 : await mailings.count(kind, { people: 9 });
            await mailings.send({ ...MAILING, kind, people }, ADMIN);
          },
      ),
    ],
    end: [({ mailings }) => mailings.end(ADMIN)],
    forgetBy: 'Only by `./site seed --remove`.',
  },
  mailingLetters: {
    markInterrupted: [({ mailingLetters }) => mailingLetters.markInterrupted()],
    takeTurn: [
      ({ mailingLetters }) => mailingLetters.takeTurn(BUDGET, NOON),
      // The next recipient has been let in.
      async ({ mailingLetters, personStates }, [name = '']) => {
        await personStates.arrive([{ email: address(named('after')(name)), at: NOON }], NOON);
        await mailingLetters.takeTurn(BUDGET, NOON);
      },
    ],
    finish: (['accepted', 'refused'] as const).map(
      (state): Rule =>
        (storage) => {
          const end = { state, reply: '', at: NOON, deadAt: NOON };
          return eachRecipient(storage, 'sending', (letters, id) => letters.finish(id, end));
        },
    ),
    postpone: [
      (storage) => {
        const later = { dueAt: NOON, attempts: 1, reply: '', at: NOON };
        return eachRecipient(storage, 'sending', (letters, id) => letters.postpone(id, later));
      },
    ],
    assumeDelivered: [
      (storage) =>
        eachRecipient(storage, 'uncertain', (letters, id) => letters.assumeDelivered(id, ADMIN)),
    ],
    sendAgain: [
      (storage) => eachRecipient(storage, 'refused', (letters, id) => letters.sendAgain(id, ADMIN)),
    ],
  },
  returnedLetters: {
    report: (['bounced', 'complained'] as const).map(
      (result): Rule =>
        ({ returnedLetters }, names) =>
          returnedLetters.report(
            addressesOf(names).map((name) => ({ email: address(name), result })),
            ADMIN,
          ),
    ),
    undo: [
      async ({ returnedLetters }, names) => {
        const all = addressesOf(names).map((name) => ({
          email: address(name),
          result: 'bounced' as const,
        }));
        await returnedLetters.report(all, ADMIN);
        await returnedLetters.undo(NOON, ADMIN);
      },
    ],
  },
  launch: {
    ...{ figures: READS, askedAt: READS, isKept: READS, countToldElsewhere: READS },
    ...{ tellElsewhere: ONE_ROW, forgetElsewhere: ONE_ROW, stop: ONE_ROW },
    askUnconfirmed: [
      async ({ launch }) => {
        const { unconfirmed } = await launch.figures();
        await launch.askUnconfirmed(unconfirmed, ADMIN);
      },
    ],
    start: [
      // Addresses are deleted.
      async ({ launch, mailings, retention }) => {
        await mailings.end(ADMIN);
        const people = await launch.countToldElsewhere(NOON + 1);
        await launch.tellElsewhere({ people, at: NOON + 1, platforms: 1 }, ADMIN);
        const { told, unconfirmed, notReached } = (await launch.figures()).unstarted;
        await launch.start(told + unconfirmed + notReached, ADMIN);
        await retention.runWhenDue(NOON + 40 * DAY_MS, 0);
      },
      // Those who confirm get the launch letter.
      async ({ mailings, members }, names) => {
        await mailings.end(ADMIN);
        const people = await mailings.count('launch', { people: 0 });
        await mailings.send({ ...MAILING, kind: 'launch', people }, ADMIN);
        await each(names, (email) => members.confirm(email, NOON));
      },
    ],
    keep: [({ launch }, names) => each(names, (email) => launch.keep(email, NOON))],
  },
  inviters: {
    find: READS,
    put: 'Like `putAll`.',
    putAll: [
      ({ inviters }, names) => inviters.putAll(addressesOf(names).map((id) => ({ ...ANA, id }))),
    ],
    erase: [({ inviters }, names) => all(names, (name) => inviters.erase(name, NOON))],
  },
  inviteEvents: {
    totals: READS,
    visit: [
      ({ inviteEvents }, names) =>
        all(names, (inviterId) => {
          const visit = { inviterId, eventId: `load-${other(inviterId)}-0`, at: NOON };
          return inviteEvents.visit({ ...visit, action: 'download_clicked', excluded: undefined });
        }),
    ],
    report: [
      ({ inviteEvents }, names) => inviteEvents.report(accepted(names, names)),
      ({ inviteEvents }, names) => inviteEvents.report(accepted(names, names.map(named('new')))),
    ],
  },
  analytics: {
    inviter: READS,
    read: READS,
    list: READS,
    days: READS,
    hours: READS,
    sums: READS,
    version: READS,
  },
  retention: {
    lastRun: READS,
    run: 'Only by `runWhenDue`, on one instance at a time.',
    runWhenDue: [({ retention }) => retention.runWhenDue(NOON, 0)],
  },
  recount: READS,
  marks: { version: READS, read: READS, addNote: ONE_ROW, removeNote: ONE_ROW },
  availability: {
    launchedAt: READS,
    read: READS,
    preregisteredSince: READS,
    change: ONE_ROW,
    undo: ONE_ROW,
  },
  notices: {
    read: READS,
    claim: [
      ({ notices }) =>
        notices.claim(
          (['mail', 'backup', 'day'] as const).map((name) => ({
            name,
            before: undefined,
            after: 'a',
          })),
        ),
      ({ notices }) =>
        notices.claim(
          (['backup', 'mail'] as const).map((name) => ({ name, before: 'a', after: 'b' })),
        ),
    ],
  },
  audit: { record: ONE_ROW, recordLook: ONE_ROW, entries: READS, latest: READS },
  admins: {
    ...{ has: READS, list: READS, listWithRight: READS, remove: ONE_ROW, setRight: ONE_ROW },
    add: [({ admins }) => admins.add(PHONE, NOON)],
  },
  sessions: {
    ...{ find: READS, touch: ONE_ROW, end: ONE_ROW },
    begin: [
      async ({ sessions, keySecret }, [name = '']) => {
        const session = { phone: PHONE, newUserId: name, secret: await keySecret(), at: NOON };
        const tokenHash = bytes(`new-${name}`);
        await sessions.begin({ ...session, tokenHash, replaces: bytes(name) });
      },
    ],
  },
  signInCodes: {
    ...{
      phoneOf: READS,
      hasAny: READS,
      findWaiting: READS,
      add: ONE_ROW,
      give: ONE_ROW,
      replace: ONE_ROW,
    },
    redeem: [
      ({ signInCodes }, names) =>
        all(names, (name) => {
          const [browser, wrong] = [bytes(name), bytes(other(name))];
          const guess = { idHash: browser, browserHash: browser, codeHash: wrong, at: NOON };
          return signInCodes.redeem({ ...guess, limit: { key: bytes('guesses'), perDay: 9 } });
        }),
    ],
  },
  budgets: { take: ONE_ROW },
  spentProofs: { spend: ONE_ROW },
  keySecret: READS,
  rotateKeys: [({ rotateKeys }) => rotateKeys()],
  sharedLimits: {
    count: [
      ({ sharedLimits }, names) =>
        all(names, async (name) =>
          sharedLimits?.count({ key: bytes(name).toString('hex'), at: NOON, windowMs: 1 }),
        ),
    ],
    forget: 'It skips locked rows.',
  },
  figures: READS,
  close: NO_ROW,
};
const listed = Object.values(rules)
  .flatMap((part: Rules[keyof Rules]) =>
    typeof part === 'string' || Array.isArray(part) ? [part] : Object.values(part),
  )
  .flatMap((found) => (typeof found === 'string' ? [] : found));

/** Stores rows about the two people that the rules find. */
async function fill(storage: Storage): Promise<void> {
  const { waitlist, mail, members, inviters, inviteEvents, sessions, signInCodes } = storage;
  // Ben has the first key, so that the order of keys is not that of names.
  await inviters.put(BEN);
  await inviters.putAll([ANA, { ...ANA, id: 'gone' }]);
  await mail.begin(OLD);
  const join = (email: string, ref: string, at: number, via?: string) =>
    waitlist.join(email, at, { via }, { refs: [ref], from: ref });
  const send = async (at: number, deadAt?: number) => {
    for (const { id } of await takeLetters(mail, at, 1, BUDGET))
      await mail.finish(id, { state: 'refused', reply: '', at, deadAt });
  };
  let code: string | undefined;
  for (const name of NAMES) {
    const addresses = [name, `left-${name}`, `gone-${name}`].map(address);
    for (const email of addresses) await join(email, other(name), OLD, code);
    await mail.queue(OLD);
    await send(OLD);
    for (const email of addresses) await members.confirm(email, OLD);
    const found = await members.position(address(name));
    code = found?.state === 'confirmed' ? found.code : undefined;
    for (const email of addresses.slice(1)) await members.leave(email, OLD);
    await join(address(`gone-${name}`), other(name), OLD);
    await mail.queue(OLD);
  }
  const secret = await storage.keySecret();
  for (const name of [...NAMES, 'more']) {
    const session = { phone: PHONE, newUserId: PHONE, secret, replaces: undefined, at: OLD };
    await sessions.begin({ ...session, tokenHash: bytes(name) });
    const hashes = { idHash: bytes(name), browserHash: bytes(name), codeHash: bytes(name) };
    await signInCodes.add({ ...hashes, phone: PHONE, validUntil: NOON + Number(name !== 'more') });
    await storage.spentProofs.spend(bytes(name), OLD);
    for (const [n, inviterId] of ['ana', 'gone', 'ben'].entries()) {
      const visit = { inviterId, eventId: `load-${name}-${n}`, at: OLD - n * 100 * DAY_MS };
      await inviteEvents.visit({ ...visit, action: 'page_view', excluded: undefined });
    }
    await inviteEvents.report([{ inviterId: 'ana', inviteId: name, action: 'sent', at: OLD }]);
  }
  await inviters.erase('gone', OLD);
  // Sign-ups whose letters are not queued, waiting, being sent, or refused.
  await all([...NAMES, 'left-ben'], (name) => join(address(name), 'ana', NOON, code));
  await mail.queue(NOON);
  await send(NOON, OLD);
  await takeLetters(mail, NOON, 1, BUDGET);
  await each(NAMES, (email) => join(email, 'ben', OLD, code));
  await storage.waves.take({ people: 2 }, { order: 'joined', seen: 0 }, ADMIN);
  await sendMailing(storage);
}

/** Its letters are refused, uncertain, being sent, and waiting. */
async function sendMailing({ waitlist, members, audit, mailings, ...storage }: Storage) {
  for (const email of ['next', 'after'].flatMap((kind) => NAMES.map(named(kind))).map(address)) {
    await waitlist.join(email, NOON);
    await members.confirm(email, NOON);
  }
  const author = { ...ADMIN, at: NOON - DAY_MS };
  await audit.record(author, 'test-mailing');
  await mailings.send({ ...MAILING, kind: 'next', people: 4 }, author);
  for (const state of ['refused', 'uncertain', undefined] as const) {
    const letter = await storage.mailingLetters.takeTurn(BUDGET, NOON);
    if (typeof letter === 'string') throw new Error(letter);
    if (state) await storage.mailingLetters.finish(letter.id, { state, reply: '', at: NOON });
  }
}

/**
 * Each write of a row waits a moment while its row is locked, so that rules which run at the same time overlap. `renew`
 * brings all rows back, in the opposite order of their keys. Statements read whole tables, so that they find rows in
 * this order, unless they sort them.
 */
const PREPARE = `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(0.001); IF TG_OP = ''DELETE'' THEN RETURN OLD; END IF; RETURN NEW; END';
  CREATE SCHEMA saved;
  DO $$
    DECLARE name text;
    BEGIN
      EXECUTE format('ALTER DATABASE %I SET enable_indexscan = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_bitmapscan = off', current_database());
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'migration%' LOOP
        EXECUTE format('CREATE TABLE saved.%1$I AS SELECT * FROM public.%1$I ORDER BY %1$I DESC', name);
        EXECUTE format('CREATE TRIGGER slow BEFORE INSERT OR UPDATE OR DELETE ON public.%I
          FOR EACH ROW EXECUTE FUNCTION slow()', name);
      END LOOP;
    END $$;
  CREATE PROCEDURE renew() LANGUAGE plpgsql AS $$
    DECLARE name text;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'saved' LOOP
        EXECUTE format('DELETE FROM public.%1$I; INSERT INTO public.%1$I SELECT * FROM saved.%1$I', name);
      END LOOP;
    END $$`;

const { query: realQuery } = Client.prototype;
/** Calls `before` before each statement of this process, until the end of the block. */
function watchStatements(before: (client: Client, text: string) => Promise<void> | void) {
  Client.prototype.query = async function (this: Client, ...parameters: unknown[]) {
    const [statement] = parameters;
    await before(this, typeof statement === 'string' ? statement : String(Object(statement).text));
    return await Reflect.apply(realQuery, this, parameters);
  } as typeof realQuery;
  return {
    [Symbol.dispose]() {
      Client.prototype.query = realQuery;
    },
  };
}

/** The table of a statement that locks rows for which another transaction may wait. */
function lockedTable(text: string): Table | undefined {
  const statement = text.trim().replace(/^WITH given.*?\) (?=INSERT|UPDATE)/is, '');
  if (ALWAYS_NEW.test(statement)) return undefined;
  const [, table] =
    /^(?:insert into|update|delete from) "?(\w+)/i.exec(statement) ??
    /^select .*? from "(\w+)" .*for update/is.exec(statement) ??
    [];
  return table as Table | undefined;
}

/** @returns the tables whose rows each transaction of the rule has locked, in the order in which it began to */
async function locksOf(rule: Rule, storage: Storage): Promise<Table[][]> {
  const open = new Map<Client, Set<Table>>();
  const ended: Table[][] = [];
  using _ = watchStatements((client, text) => {
    const tables = open.get(client);
    if (/^begin/i.test(text)) open.set(client, new Set());
    if (/^commit/i.test(text) && tables) ended.push([...tables]);
    const table = lockedTable(text);
    if (table) tables?.add(table);
  });
  await rule(storage, NAMES);
  return ended;
}

async function openPrepared() {
  const database = await createPostgresDatabase();
  const client = new Client(database.url);
  await client.connect();
  await using storage = await openTestStorage(database.url);
  await fill(storage);
  await client.query(PREPARE);
  return { database, client };
}

describe('rules on several instances', { timeout: 600_000 }, () => {
  let prepared: Awaited<ReturnType<typeof openPrepared>>[];
  let database: TestDatabase;
  let client: Client;
  let holders: Pool;
  const locks = new Map<Rule, Table[][]>();
  before(async () => {
    const first = await openPrepared();
    ({ database, client } = first);
    prepared = [first, ...(await Promise.all(Array.from({ length: DATABASES - 1 }, openPrepared)))];
    holders = new Pool({ connectionString: database.url, max: 30 });
    await using storage = await openTestStorage(database.url);
    for (const rule of listed) {
      await client.query('CALL renew()');
      locks.set(rule, await locksOf(rule, storage));
    }
    // Without these rows the retention runs no VACUUM, which takes longer than the rules.
    for (const { client } of prepared) {
      await client.query(
        'DELETE FROM saved.erased_inviter; UPDATE saved.letters_begun SET unscrubbed = 0',
      );
    }
  });
  after(async () => {
    await holders.end();
    for (const { client, database } of prepared) {
      await client.end();
      await database.remove();
    }
  });

  /** @returns how many deadlocks PostgreSQL has counted meanwhile. It counts those of connections that have ended. */
  async function deadlocksDuring(
    { url }: TestDatabase,
    work: () => Promise<void>,
  ): Promise<number> {
    const read = async (text: string) => Number((await query(url, text))[0]?.['n']);
    const count = () =>
      read('SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()');
    const sessions = () =>
      read('SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()');
    const [before, open] = [await count(), await sessions()];
    await work();
    // A session reports its deadlocks when it ends.
    while ((await sessions()) > open) await wait(LOOK_AGAIN_MS);
    return (await count()) - before;
  }

  /**
   * Runs a rule while each row of a table is locked, until the rule waits for this row.
   *
   * @returns the rows for which each transaction of the rule has waited, as their numbers in the order of their keys
   */
  async function rowsLockedBy(
    rule: (storage: Storage) => Promise<unknown>,
    storage: Storage,
    table: Table,
  ): Promise<number[][]> {
    const all = await client.query(`SELECT FROM saved.${table}`);
    if (all.rows.length < 2) return [];
    await client.query('CALL renew()');
    const { rows } = await client.query(
      `SELECT ctid FROM ${table} ORDER BY ${schema[table].key.join(', ')}`,
    );
    const held = new Map<string, { row: number; release: () => Promise<void> }>();
    for (const [row, { ctid }] of rows.entries()) {
      const holder = await holders.connect();
      await holder.query('BEGIN');
      const lock = `SELECT pg_current_xact_id()::xid AS xid FROM ${table} WHERE ctid = $1 FOR UPDATE`;
      const [locked] = (await holder.query(lock, [ctid])).rows;
      const release = () => holder.query('ROLLBACK').then(() => holder.release());
      held.set(locked.xid, { row, release });
    }
    const waitedFor = new Map<string, number[]>();
    let hasEnded = false;
    const running = rule(storage).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      const waits = 'SELECT virtualtransaction AS own, transactionid AS xid FROM pg_locks';
      for (const { own, xid } of (await client.query(`${waits} WHERE NOT granted`)).rows) {
        const lock = held.get(xid);
        if (!lock) continue;
        waitedFor.getOrInsertComputed(own, () => []).push(lock.row);
        held.delete(xid);
        await lock.release();
      }
    }
    await running;
    await Promise.all(Array.from(held.values(), ({ release }) => release()));
    return [...waitedFor.values()];
  }

  test('lock tables in one order', () => {
    const inOrder = (tables: Table[]) => tables.toSorted((a, b) => position[a] - position[b]);
    const all = [...locks.values()].flat();
    assert.deepEqual(all, all.map(inOrder));
    const seen = new Set(all.flat());
    assert.ok(seen.size > 25, `Only ${[...seen].join(', ')}`);
  });

  test('lock the rows of a table in the order of their keys', async () => {
    await using storage = await openTestStorage(database.url);
    const cases = [...locks].flatMap(([rule, transactions]) =>
      [...new Set(transactions.flat())].map((table) => ({ rule, table })),
    );
    let several = 0;
    for (const { rule, table } of cases.filter(({ table }) => table !== ONLY_RETENTION)) {
      for (const names of [NAMES, NAMES.toReversed()]) {
        const locked = await rowsLockedBy((all) => rule(all, names), storage, table);
        const inOrder = locked.map((rows) => rows.toSorted((a, b) => a - b));
        assert.deepEqual(locked, inOrder, `the rows of ${table} in ${rule} of ${names}`);
        if (locked.every((rows) => rows.length < 2)) break;
        several++;
      }
    }
    assert.ok(several > 50, `only ${several} times several rows`);
  });

  test('never wait for each other in a circle', async () => {
    const random = new RandomValues(1);
    const tablesOf = (rule: Rule) => new Set(locks.get(rule)?.flat());
    const isPair = (one: Rule, two: Rule) => !tablesOf(one).isDisjointFrom(tablesOf(two));
    const pairs = listed.flatMap((one, n) =>
      listed.slice(n).flatMap((two) => (isPair(one, two) ? [[one, two] as const] : [])),
    );
    // Each database takes the next pair of those that are left.
    const left = pairs.values();
    // Statements of the two rules mix in many ways.
    using _ = watchStatements(() => wait(random.upTo(3)));
    const deadlocks = prepared.map(({ database, client }) =>
      deadlocksDuring(database, async () => {
        await using here = await openTestStorage(database.url);
        await using there = await openTestStorage(database.url);
        for (const [one, two] of left) {
          await client.query('CALL renew()');
          await Promise.all([one(here, NAMES), two(there, NAMES.toReversed())]);
        }
      }),
    );
    assert.deepEqual(
      await Promise.all(deadlocks),
      prepared.map(() => 0),
    );
    assert.ok(pairs.length > 100, `only ${pairs.length} pairs`);
  });

  test('would do so if a sign-up locked the counters of the stored inviter, and then of the named one', async () => {
    const begun = NAMES.map(() => Promise.withResolvers<void>());
    const signUp = async (names: readonly string[]) => {
      await using engine = await openPostgresEngine(database.url, 'command');
      await engine.transaction(async (db) => {
        for (const [n, name] of names.entries()) {
          await sql`
            UPDATE inviter_total SET sign_ups = sign_ups + 1 FROM inviter
            WHERE inviter_key = key AND user_id = ${name}`.execute(db);
          if (n === 0) begun[NAMES.indexOf(name)]?.resolve();
          await Promise.all(begun.map(({ promise }) => promise));
        }
      });
    };
    await client.query('CALL renew()');
    const both = async () => void (await Promise.all([signUp(NAMES), signUp(NAMES.toReversed())]));
    // The transaction that is undone is run again, and may wait in a circle again.
    assert.ok((await deadlocksDuring(database, both)) >= 1);
  });
});
