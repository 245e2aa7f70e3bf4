/**
 * `npm run bench`: measures the site and a baseline in turn. The baseline is plain `node:http` without storage. Only
 * their ratio is comparable, because the speed of machines differs and changes. Quote the median of the rounds' ratios.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { calls, pathTo } from '../contract/calls.ts';
import { inviteLink, screens } from '../contract/screens.ts';
import { createEventId } from '../contract/tracking.ts';
import { addInviter, INVITER } from '../testing/load/visit-load.ts';
import { A_PERSON } from '../testing/requests/user-agents.ts';
import { startServer } from '../testing/server-process.ts';
import { cpuSeconds } from './cpu-time.ts';
import { type Load, measure } from './load.ts';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;

interface Target {
  url: string;
  process: ChildProcess;
}

let visitor = 0;
/** What is measured, and the lowest accepted share of the baseline's requests per second. */
const benchmarks: { name: string; floor: number; load: Load }[] = [
  {
    name: 'POST /api/waitlist, every address a new one, durable',
    floor: 0.3,
    load: {
      method: calls.joinWaitlist.method,
      path: calls.joinWaitlist.path,
      headers: { 'content-type': 'application/json' },
      body: () => JSON.stringify({ email: `${process.pid}-${visitor++}@example.com` }),
    },
  },
  {
    name: 'POST /api/track/app-invite, every page load a new one, durable',
    floor: 0.35,
    load: {
      method: calls.trackInvite.method,
      path: calls.trackInvite.path,
      headers: { 'content-type': 'application/json', 'user-agent': A_PERSON },
      body: () => {
        const eventId = createEventId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
        return JSON.stringify({ refUserId: INVITER, action: 'page_view', eventId });
      },
    },
  },
  {
    name: 'GET / in brotli',
    floor: 0.6,
    load: { method: 'GET', path: screens.home, headers: { 'accept-encoding': 'br' } },
  },
  {
    name: 'GET /invite?ref= of one inviter in brotli',
    floor: 0.5,
    load: { method: 'GET', path: inviteLink(INVITER), headers: { 'accept-encoding': 'br' } },
  },
  {
    name: 'GET /api/users/{id}',
    floor: 0.6,
    load: {
      method: calls.getInviter.method,
      path: pathTo(calls.getInviter, INVITER),
      headers: { 'user-agent': A_PERSON },
    },
  },
];

const site = await startServer({ env: { RATE_LIMITS: 'off' } });
await addInviter(site.databaseUrl);
const baseline = await startBaseline();
for (const { name, floor, load } of benchmarks) {
  say(`\n${name}: ${ROUNDS} rounds, each of ${SECONDS} s on the site and on the baseline`);
  await measure(site.url, load, WARM_UP_SECONDS);
  await measure(baseline.url, load, WARM_UP_SECONDS);
  const shares: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const [ours, ourWords] = await measureInWords(site, load);
    const [raw, rawWords] = await measureInWords(baseline, load);
    shares.push(ours / raw);
    say(`  ${round}.  ${ourWords}  |  baseline ${rawWords}  |  ${(ours / raw).toFixed(2)}`);
  }
  const median = shares.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const isEnough = median >= floor;
  say(
    `  median ${median.toFixed(2)} of the baseline: ${isEnough ? 'not below' : 'BELOW'} ${floor}`,
  );
  if (!isEnough) process.exitCode = 1;
}
baseline.process.kill();
await site.stop();

async function measureInWords(target: Target, load: Load): Promise<[perSecond: number, string]> {
  const cpuBefore = cpuSeconds(target.process.pid);
  const { requests, seconds, p99Milliseconds } = await measure(target.url, load, SECONDS);
  const cpuAfter = cpuSeconds(target.process.pid);
  const perSecond = requests / seconds;
  const words = [`${Math.round(perSecond)}/s`, `p99 ${p99Milliseconds.toFixed(1)} ms`];
  if (cpuBefore !== undefined && cpuAfter !== undefined) {
    words.push(
      `${(((cpuAfter - cpuBefore) / requests) * 1e6).toFixed(1)} us of processor time for each`,
    );
  }
  return [perSecond, words.join(', ')];
}

async function startBaseline(): Promise<Target> {
  const page = await fetch(site.url, { headers: { 'accept-encoding': 'br' } });
  const bytes = page.headers.get('content-length') ?? '0';
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts'), bytes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, process: child };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
