import { Agent } from 'node:http';
import { calls } from '../../contract/calls.ts';
import type { TrackInviteRequest } from '../../contract/schemas/tracking.ts';
import { openStorage } from '../../storage/open.ts';
import type { InviteTotals, Recount } from '../../storage/storage.ts';
import { A_PERSON } from '../requests/user-agents.ts';
import { type Answer, post, startWrites, type WriteLoad } from './write-load.ts';

const CONNECTIONS = 8;

/** Whose invite page is visited; `addInviter` adds them. */
export const INVITER = 'ana';

/** Views of an invite page until the server goes away; the ledger holds their event ids. */
export function startVisits(url: string, name = 'visitor'): WriteLoad {
  return startWrites(
    (connection, n) => `${name}-${connection}-${n}`,
    (eventId, agent) => track(url, agent, viewOf(eventId)),
  );
}

/** Tells once more of views that were told before. @throws when one is not acknowledged */
export async function repeatVisits(url: string, eventIds: readonly string[]): Promise<void> {
  const left = [...eventIds];
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const { status } = await track(url, agent, viewOf(id));
      if (status !== 200) throw new Error(`A repeated view was answered ${status}.`);
    }
    agent.destroy();
  });
  await Promise.all(connections);
}

function viewOf(eventId: string): TrackInviteRequest {
  return { refUserId: INVITER, action: 'page_view', eventId };
}

/** One event over a connection of the agent's. @throws unless the answer is whole */
export function track(url: string, agent: Agent, event: TrackInviteRequest): Promise<Answer> {
  return post(`${url}${calls.trackInvite.path}`, agent, event);
}

/** What reports a visit of a person, as it goes over the wire. */
export function visitRequest(event: TrackInviteRequest, address = '127.0.0.1'): string {
  const body = JSON.stringify(event);
  const { method, path } = calls.trackInvite;
  return `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\nuser-agent: ${A_PERSON}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Adds the inviter beside a running server. */
export async function addInviter(databaseUrl: string): Promise<void> {
  const storage = await openStorage(databaseUrl, 'command');
  const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await storage.inviters.put({ id: INVITER, ...profile });
  await storage.close();
}

/** What the counters say, and where they differ from a recount of the log. */
export async function readCounters(databaseUrl: string): Promise<InviteTotals & Recount> {
  const storage = await openStorage(databaseUrl, 'command');
  const counters = {
    ...(await storage.inviteEvents.totals()),
    ...(await storage.inviteEvents.recount()),
  };
  await storage.close();
  return counters;
}
