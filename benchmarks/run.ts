/**
 * `npm run bench`: measures the site and a baseline in turn. The baseline is plain `node:http` without storage. Only
 * their ratio is comparable, because the speed of machines differs and changes. The result is the median of the rounds'
 * ratios.
 *
 *   npm run bench                      all of `calls.ts`
 *   npm run bench -- tracking page     only these two parts
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { addInviter } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import { type Benchmark, benchmarks } from './calls.ts';
import { type LoadRequest, measure, startBaseline } from './load.ts';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const TICKS_PER_SECOND = 100;

interface Target {
  url: string;
  process: ChildProcess;
}

interface Figures {
  perSecond: number;
  p99Milliseconds: number;
  /** Processor time per request, of all threads; undefined on systems without /proc. */
  cpuMicroseconds: number | undefined;
}

const words = process.argv.slice(2);
const names = words.length > 0 ? words : Object.keys(benchmarks);
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown) {
  process.stderr.write(`There is no "${unknown}" among ${Object.keys(benchmarks).join(', ')}.\n`);
  process.exit(1);
}

await using site = await startServer({
  env: {
    ...TWILIO_SETTINGS,
    PUBLIC_URL: 'https://impromptu.example',
    TRUSTED_PROXIES: '127.0.0.1',
  },
});
await addInviter(site.databaseUrl);
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (!names.includes(name)) continue;
  const { minShare } = benchmark;
  const share = median(await compare(benchmark));
  const verdict = share >= minShare ? 'not below' : 'BELOW';
  say(`  median ${share.toFixed(2)} of the baseline: ${verdict} ${minShare}`);
  if (share < minShare) process.exitCode = 1;
}

/** Measures the site and its baseline in turn. @returns the site's requests per second, as shares of the baseline's */
async function compare({ title, load }: Benchmark): Promise<number[]> {
  say(`\n${title}: ${ROUNDS} rounds, each of ${SECONDS} s on the site and on the baseline`);
  const baseline = await startBaseline(site.url, load);
  using ends = new DisposableStack();
  ends.defer(() => {
    baseline.process.kill();
  });
  await measure(site.url, load, WARM_UP_SECONDS);
  await measure(baseline.url, load, WARM_UP_SECONDS);
  const shares: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const ours = await figuresOf(site, load);
    const raw = await figuresOf(baseline, load);
    const share = ours.perSecond / raw.perSecond;
    shares.push(share);
    say(`  ${round}.  ${inWords(ours)}  |  baseline ${inWords(raw)}  |  ${share.toFixed(2)}`);
  }
  return shares;
}

async function figuresOf(target: Target, load: LoadRequest): Promise<Figures> {
  const cpuBefore = cpuSeconds(target.process.pid);
  const { requests, seconds, p99Milliseconds } = await measure(target.url, load, SECONDS);
  const cpuAfter = cpuSeconds(target.process.pid);
  const isKnown = cpuBefore !== undefined && cpuAfter !== undefined;
  return {
    perSecond: requests / seconds,
    p99Milliseconds,
    cpuMicroseconds: isKnown ? ((cpuAfter - cpuBefore) / requests) * 1e6 : undefined,
  };
}

/**
 * Seconds of processor time that all threads of a process have used. If other programs use the machine, this time
 * varies less than the requests per second.
 *
 * @returns undefined on systems without /proc
 */
function cpuSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

function inWords({ perSecond, p99Milliseconds, cpuMicroseconds }: Figures): string {
  const words = [`${Math.round(perSecond)}/s`, `p99 ${p99Milliseconds.toFixed(1)} ms`];
  if (cpuMicroseconds !== undefined) {
    words.push(`${cpuMicroseconds.toFixed(1)} us of processor time per request`);
  }
  return words.join(', ');
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
