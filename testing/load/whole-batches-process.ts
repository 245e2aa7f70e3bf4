/**
 * `node testing/load/whole-batches-process.ts URL ROOT FIRST COPIES`: writes batches one after the other, with the
 * storage of the program in ROOT. Batches are numbered from FIRST, and each has COPIES of every kind of write. The
 * process prints the number of each acknowledged batch, and continues until it is killed.
 */
import { join } from 'node:path';

const [url = '', root = '', first, copies] = process.argv.slice(2);
const { openEngine }: typeof import('../../storage/engines/choose-engine.ts') = await import(
  join(root, 'storage', 'engines', 'choose-engine.ts')
);
const engine = await openEngine(url, 'server');
for (let n = Number(first); ; n++) {
  const { batches } = engine.figures();
  const writes = Array.from({ length: Number(copies) }, (_, copy) => writeEachKind(n, copy));
  await Promise.all([engine.scrub(), ...writes]);
  if (engine.figures().batches !== batches + 1) throw new Error(`Batch ${n} was divided.`);
  process.stdout.write(`${n}\n`);
}

async function writeEachKind(n: number, copy: number): Promise<void> {
  const { db, hot } = engine;
  const at = Date.now();
  const eventId = `load-${n}-${copy}`;
  const visit = {
    inviterId: 'ana',
    action: 'page_view',
    eventId,
    at,
    excluded: undefined,
  } as const;
  const sent = { inviterId: 'ana', inviteId: `invite-${n}-${copy}`, action: 'sent', at } as const;
  const last = { email: `last-${n}-${copy}`, joined_at: at, requests: 1 };
  const lastBefore = `last-${n - 1}-${copy}`;
  await Promise.all([
    hot.recordVisit(visit),
    hot.recordVisit({ ...visit, action: 'download_clicked' }),
    hot.recordVisit({ ...visit, eventId: undefined }),
    hot.recordVisit({ ...visit, excluded: 'bot' }),
    hot.joinWaitlist(`kept-${n}-${copy}`, at, undefined),
    hot.joinWaitlist(`asked-${n}-${copy}`, at, { via: undefined }),
    hot.recordAppInvites([sent, { ...sent, action: 'accepted' }]),
    engine.write([
      db.insertInto('waitlist').values(last).compile(),
      db.deleteFrom('waitlist').where('email', '=', lastBefore).compile(),
    ]),
  ]);
}
