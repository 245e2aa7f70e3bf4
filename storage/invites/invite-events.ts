import type { Engine } from '../engine.ts';
import type { InviteEvents } from '../interface/invites.ts';
import { readTotals } from './read-totals.ts';
import { recount } from './recount.ts';

export function createInviteEvents(engine: Engine): InviteEvents {
  return {
    visit: (visit) => engine.hot.recordVisit(visit),
    report: (invites) => engine.hot.recordAppInvites(invites),
    totals: async () => (await readTotals(engine.db)).totals,
    recount: () => recount(engine.db),
  };
}
