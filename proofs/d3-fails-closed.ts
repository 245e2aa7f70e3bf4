import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../contract/calls.ts';
import { startServer } from '../server/testing/server-process.ts';
import { exportedAddresses } from '../server/testing/sign-up-load.ts';
import { type Proof, require } from './proof.ts';

const SIGN_UPS = 300;

export const failsClosed: Proof = {
  id: 'D3',
  promise:
    'A full disk acknowledges nothing, says so, and hinders nothing once there is space again.',
  async run() {
    const disk = mkdtempSync(join(tmpdir(), 'impromptu-small-disk-'));
    // Needs the right to mount; where there is none, the proof fails rather than pass unproved.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      return await proveOn(disk);
    } finally {
      execFileSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true });
    }
  },
};

async function proveOn(disk: string): Promise<string> {
  const databaseUrl = `file:${join(disk, 'impromptu.db')}`;
  const server = await startServer({
    env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl },
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
  require(refusals.size > 0, 'The disk never was full: nothing was proved.');
  require(lost.length === 0, `${lost.length} acknowledged addresses are lost.`);
  require([...refusals].every((refusal) =>
    refusal.startsWith('503 {"error":"'),
  ), `The refusals were ${[...refusals].join(' | ')}`);
  require(pageWhileFull === 200, `The home page answered ${pageWhileFull} meanwhile.`);
  require(readyWhileFull === 503, `/readyz answered ${readyWhileFull} meanwhile.`);
  require(statusAfter === 200, `With space again a sign-up was answered ${statusAfter}.`);
  return `${acknowledged.length} acknowledged and kept, the others 503, recovered without a restart`;
}

function fillUp(file: string): void {
  const chunk = Buffer.alloc(4_096);
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
