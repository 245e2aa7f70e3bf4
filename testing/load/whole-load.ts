import { inviteLink } from '../../contract/screens.ts';
import { exportedAddresses, signUp } from './sign-up-load.ts';
import { acknowledged, getPage, type SteadyLoad, startSteadyLoad } from './steady-load.ts';
import { INVITER, readCounters, repeatVisits, track } from './visit-load.ts';

/** Sign-ups, visits and pages at the same time. */
export interface WholeLoad {
  readonly signUps: SteadyLoad;
  readonly visits: SteadyLoad;
  readonly pages: SteadyLoad;
  stop(): Promise<void>;
}

/** @param name different for each load on one database */
export function startWholeLoad(url: string, name: string): WholeLoad {
  const signUps = startSteadyLoad(8, name, (who, agent) =>
    signUp(url, agent, `${who}@example.com`),
  );
  const visits = startSteadyLoad(8, name, (eventId, agent) =>
    track(url, agent, { refUserId: INVITER, action: 'page_view', eventId }),
  );
  const pages = startSteadyLoad(4, name, (_, agent) =>
    getPage(`${url}${inviteLink(INVITER)}`, agent),
  );
  return {
    signUps,
    visits,
    pages,
    async stop() {
      await Promise.all([signUps.stop(), visits.stop(), pages.stop()]);
    },
  };
}

export interface LoadAudit {
  acknowledged: number;
  /** Number of acknowledged writes that are not in the database. */
  lost: number;
  /** Number of writes that are stored or counted more than once. */
  twice: number;
  /** One sentence for each counter that differs from a recount. */
  differences: string[];
}

/** Compares the acknowledged writes with the database, after the load has stopped. */
export async function auditLoad(
  { signUps, visits }: WholeLoad,
  url: string,
  databaseUrl: string,
): Promise<LoadAudit> {
  const addresses = await exportedAddresses(databaseUrl);
  const kept = new Set(addresses);
  const emails = acknowledged(signUps).map((name) => `${name}@example.com`);
  const views = acknowledged(visits);
  const before = await readCounters(databaseUrl);
  // Sends every acknowledged event again: an event that is stored does not change the counters.
  await repeatVisits(url, views);
  const after = await readCounters(databaseUrl);
  return {
    acknowledged: emails.length + views.length,
    lost:
      emails.filter((email) => !kept.has(email)).length +
      (after.total.pageViews - before.total.pageViews),
    twice: addresses.length - kept.size + Math.max(0, before.total.pageViews - visits.sent.length),
    differences: [...before.differences, ...after.differences],
  };
}
