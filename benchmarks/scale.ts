/**
 * `npm run bench:scale`: measures one, two and four instances of the program on one PostgreSQL with durable commits,
 * all on this machine, and the processor time that each request costs the program and the database. With few cores
 * more instances are not faster: use the time per request for planning (`docs/scale.md`).
 */
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { calls } from '../contract/calls.ts';
import { createEventId } from '../contract/invite-events.ts';
import { pathTo } from '../contract/screens.ts';
import { openStorage } from '../storage/open.ts';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { A_PERSON } from '../testing/requests/user-agents.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { cpuSeconds } from './cpu-time.ts';
import { type Load, measure } from './load.ts';

const INSTANCES = [1, 2, 4];
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const INVITERS = 10_000;

let visitor = 0;
const json = { 'content-type': 'application/json', 'user-agent': A_PERSON };
const track = (inviterOf: () => number): Load => ({
  method: calls.trackInvite.method,
  path: calls.trackInvite.path,
  headers: json,
  body: () => {
    const eventId = createEventId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
    return JSON.stringify({ refUserId: `inviter-${inviterOf()}`, action: 'page_view', eventId });
  },
});
const loads: { name: string; load: Load }[] = [
  {
    name: `POST /api/track/app-invite, links of ${INVITERS} inviters`,
    load: track(() => Math.floor(Math.random() * INVITERS)),
  },
  { name: 'POST /api/track/app-invite, all with one link', load: track(() => 0) },
  {
    name: 'POST /api/waitlist, every address a new one',
    load: {
      method: calls.joinWaitlist.method,
      path: calls.joinWaitlist.path,
      headers: json,
      body: () => JSON.stringify({ email: `${process.pid}-${visitor++}@example.com` }),
    },
  },
  {
    name: 'GET /api/users/{id}',
    load: {
      method: calls.getInviter.method,
      path: pathTo(calls.getInviter, 'inviter-0'),
      headers: { 'user-agent': A_PERSON },
    },
  },
];

await using ends = new AsyncDisposableStack();
const postgres = await createPostgres({ durable: true, settings: { max_wal_size: '4GB' } });
ends.defer(() => postgres.remove());
await postgres.start();
const databaseUrl = postgres.urlOf('postgres');
await addInviters();
const database = new Client(databaseUrl);
await database.connect();
ends.defer(() => database.end());
for (const count of INSTANCES) {
  await using instancesEnd = new AsyncDisposableStack();
  const instances = await Promise.all(Array.from({ length: count }, startInstance));
  for (const instance of instances) instancesEnd.defer(async () => void (await instance.stop()));
  for (const { name, load } of loads) await report(`${count} x ${name}`, instances, load);
}
await reportSizes();

async function report(
  name: string,
  instances: readonly ServerProcess[],
  load: Load,
): Promise<void> {
  await Promise.all(instances.map((instance) => measure(instance.url, load, WARM_UP_SECONDS)));
  const before = await spentBy(instances);
  const measures = await Promise.all(
    instances.map((instance) => measure(instance.url, load, SECONDS)),
  );
  const after = await spentBy(instances);
  const requests = measures.reduce((sum, one) => sum + one.requests, 0);
  const p99 = Math.max(...measures.map((one) => one.p99Milliseconds));
  const each = (of: 'program' | 'database' | 'logBytes', unit: number) =>
    (((after[of] - before[of]) / requests) * unit).toFixed(0);
  say(
    `${name}: ${Math.round(requests / SECONDS)}/s, p99 ${p99.toFixed(1)} ms; per request ${each('program', 1e6)} us in the program, ${each('database', 1e6)} us in the database, ${each('logBytes', 1)} bytes of its write-ahead log`,
  );
}

async function reportSizes(): Promise<void> {
  await database.query('VACUUM');
  for (const table of ['invite_event', 'event_key', 'inviter_total', 'waitlist', 'inviter']) {
    const { rows } = await database.query(
      `SELECT count(*) AS n, pg_total_relation_size('${table}') AS bytes FROM ${table}`,
    );
    const { n, bytes } = rows[0] as { n: string; bytes: string };
    say(`${table}: ${n} rows of ${(Number(bytes) / Number(n)).toFixed(0)} bytes, indexes included`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Seconds of processor time of program and database, and bytes of the write-ahead log. */
async function spentBy(instances: readonly ServerProcess[]) {
  const spent = (pid: number | undefined) => cpuSeconds(pid) ?? Number.NaN;
  const postmaster = postgres.process?.pid;
  const workers = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ');
  const { rows } = await database.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes");
  return {
    logBytes: Number(rows[0]?.bytes),
    program: instances.reduce((sum, instance) => sum + spent(instance.process.pid), 0),
    database: workers.reduce((sum, pid) => sum + spent(Number(pid)), spent(postmaster)),
  };
}

async function startInstance(): Promise<ServerProcess> {
  return await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl } });
}

async function addInviters(): Promise<void> {
  const storage = await openStorage(databaseUrl, 'server');
  for (let from = 0; from < INVITERS; from += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const id = `inviter-${from + n}`;
        return storage.inviters.put({ id, username: id, firstName: 'Ana', profileImageUrl: null });
      }),
    );
  }
  await storage.close();
}
