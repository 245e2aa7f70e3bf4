import { Agent, globalAgent } from 'node:http';
import { calls } from '../../contract/calls.ts';
import type { TrackInviteRequest } from '../../contract/schemas/invite-events.ts';
import type { InviteTotals, Recount } from '../../storage/interface/invites.ts';
import { openStorage } from '../../storage/open.ts';
import { A_PERSON } from '../requests/user-agents.ts';
import { type Answer, post, startWrites, type WriteLoad } from './write-load.ts';

const CONNECTIONS = 8;

/** The inviter whose page is visited; `addInviter` adds the profile. */
export const INVITER = 'ana';

/** Sends views of an invite page until the server ends; `acknowledged` has their event ids. */
export function startVisits(url: string, name = 'visitor'): WriteLoad {
  return startWrites(
    (connection, n) => `${name}-${connection}-${n}`,
    (eventId, agent) => track(url, agent, viewOf(eventId)),
  );
}

/** Sends views again. @throws when a view is not acknowledged */
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

/**
 * Sends a view, because after a kill of the database `/readyz` may repeat an answer from before the kill, for a second.
 *
 * @returns whether the view is acknowledged. @throws when it is refused, unless the database does not answer
 */
export async function acceptsVisits(url: string): Promise<boolean> {
  const { status } = await track(url, globalAgent, viewOf('after-a-kill'));
  if (status !== 200 && status !== 503) throw new Error(`A view was answered ${status}.`);
  return status === 200;
}

function viewOf(eventId: string): TrackInviteRequest {
  return { refUserId: INVITER, action: 'page_view', eventId };
}

/** Sends one event over the agent's connections. @throws unless the answer is complete */
export function track(url: string, agent: Agent, event: TrackInviteRequest): Promise<Answer> {
  return post(`${url}${calls.trackInvite.path}`, agent, event);
}

/** The raw HTTP request that reports a visit of a person. */
export function visitRequest(event: TrackInviteRequest, address = '127.0.0.1'): string {
  const body = JSON.stringify(event);
  const { method, path } = calls.trackInvite;
  return `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\nuser-agent: ${A_PERSON}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Adds the inviter, also while a server runs. */
export async function addInviter(databaseUrl: string): Promise<void> {
  const storage = await openStorage(databaseUrl, 'command');
  const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await storage.inviters.put({ id: INVITER, ...profile });
  await storage.close();
}

/** The counters, and their differences from a recount of the log. */
export async function readCounters(databaseUrl: string): Promise<InviteTotals & Recount> {
  const storage = await openStorage(databaseUrl, 'command');
  const counters = {
    ...(await storage.inviteEvents.totals()),
    ...(await storage.inviteEvents.recount()),
  };
  await storage.close();
  return counters;
}
