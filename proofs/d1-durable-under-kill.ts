import { DatabaseSync } from 'node:sqlite';
import { startServer } from '../server/testing/server-process.ts';
import { exportedAddresses, startSignUps } from '../server/testing/sign-up-load.ts';
import { type Proof, require } from './proof.ts';

const ROUNDS = 100;
const FEWEST_SIGN_UPS = 50;

export const durableUnderKill: Proof = {
  id: 'D1',
  promise: 'What was acknowledged is there after the process is killed.',
  async run() {
    const first = await startServer({ env: { RATE_LIMITS: 'off' } });
    const env = { RATE_LIMITS: 'off', DATABASE_URL: `file:${first.databaseFile}` };
    const acknowledged: string[] = [];
    let server = first;
    for (let round = 0; round < ROUNDS; round++) {
      const load = startSignUps(server.url, `round-${round}`);
      await load.reaches(FEWEST_SIGN_UPS + 7 * round);
      await server.kill();
      await load.ended;
      acknowledged.push(...load.acknowledged);
      server = await startServer({ env });
    }
    const kept = await exportedAddresses(first.databaseFile);
    const names = new Set(kept);
    const lost = acknowledged.filter((email) => !names.has(email));
    const raw = new DatabaseSync(first.databaseFile, { readOnly: true });
    const integrity = raw.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    raw.close();
    await server.stop();
    await first.stop();
    require(lost.length === 0, `${lost.length} acknowledged addresses are lost.`);
    require(names.size === kept.length, `${kept.length - names.size} addresses are stored twice.`);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    return `${ROUNDS} kills, ${acknowledged.length} acknowledged, 0 lost, 0 twice, integrity ok`;
  },
};
