import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../contract/calls.ts';
import { exportedAddresses } from '../testing/load/sign-up-load.ts';
import { startServer } from '../testing/server-process.ts';
import { failDisk, faults } from './disks/disk-faults.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const SIGN_UPS = 300;
const FULL = 'a full disk';

/** With this change, the site answers a batch that failed as if it were committed. */
const WITHOUT_COMMIT_CHECK = weakening(
  'storage/engines/sqlite/writer-program.ts',
  'return { failure: asError(error) };',
  "return { answers: batch.map(([kind]) => (kind === 'visit' ? 'counted' : [1])) };",
);
/** With this change, the site answers 500 instead of 503 when SQLite cannot read. */
const WITHOUT_READ_CHECK = weakening(
  'storage/engines/sqlite/sqlite-engine.ts',
  'dialectOver(reader, unlessTrouble)',
  'dialectOver(reader)',
);

export const survivesDiskFaults: Proof = {
  id: 'D3',
  promise:
    'When the disk is full or fails, no acknowledged write is lost, and the site works again as soon as the disk works.',
  variants: [FULL, ...Object.keys(faults)],
  run: (variant) => failOn(variant),
  control: {
    without: 'checking whether a batch was committed, or whether a read failed',
    run: (variant) => {
      const [weakened, seen] =
        variant === 'reads that fail'
          ? [WITHOUT_READ_CHECK, / answers were status 500/]
          : [WITHOUT_COMMIT_CHECK, / acknowledged \w+ are lost/];
      return withWeakened(weakened, (program) =>
        expectFailure(seen, () => failOn(variant, program)),
      );
    },
  },
};

async function failOn(variant: string, program?: string): Promise<string> {
  const fault = faults[variant];
  return fault ? await failDisk(fault, program) : await fillDisk(program);
}

async function fillDisk(program?: string): Promise<string> {
  const disk = mkdtempSync(join(tmpdir(), 'impromptu-small-disk-'));
  // Only root may mount; for other users the proof fails here.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  try {
    return await proveOn(disk, program);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  }
}

async function proveOn(disk: string, program?: string): Promise<string> {
  const databaseUrl = `file:${join(disk, 'impromptu.db')}`;
  const server = await startServer({
    env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl },
    ...(program && { program }),
  });
  const ballast = join(disk, 'ballast');
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  async function signUp(email: string): Promise<number> {
    const response = await fetch(`${server.url}${calls.joinWaitlist.path}`, {
      method: calls.joinWaitlist.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    if (response.status === 200) acknowledged.push(email);
    else refusals.add(`${response.status} ${await response.text()}`);
    return response.status;
  }

  await signUp('before@example.com');
  fillUp(ballast);
  for (let n = 0; n < SIGN_UPS; n++) await signUp(`${'a'.repeat(200)}-${n}@example.com`);
  const pageWhileFull = (await fetch(server.url)).status;
  const readyWhileFull = (await fetch(`${server.url}/readyz`)).status;
  unlinkSync(ballast);
  const statusAfter = await signUp('after@example.com');
  await server.kill();
  const restarted = await startServer({ env: { DATABASE_URL: databaseUrl } });
  const kept = new Set(await exportedAddresses(databaseUrl));
  await restarted.stop();
  await server.stop();

  const lost = acknowledged.filter((email) => !kept.has(email));
  require(lost.length === 0, `${lost.length} acknowledged addresses are lost.`);
  require(refusals.size > 0, 'The disk was never full: nothing was proved.');
  require([...refusals].every((refusal) =>
    refusal.startsWith('503 {"error":"'),
  ), `The refusals were ${[...refusals].join(' | ')}`);
  require(pageWhileFull === 200, `With a full disk the home page answered ${pageWhileFull}.`);
  require(readyWhileFull === 503, `With a full disk /readyz answered ${readyWhileFull}.`);
  require(statusAfter === 200, `After space was freed a sign-up was answered ${statusAfter}.`);
  return `${acknowledged.length} writes acknowledged and stored; the others were answered 503; the site recovered without a restart`;
}

function fillUp(file: string): void {
  const chunk = Buffer.alloc(4_096);
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
