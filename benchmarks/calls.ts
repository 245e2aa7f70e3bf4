import { randomUUID } from 'node:crypto';
import { calls } from '../contract/calls.ts';
import { inviteLink, listedScreens, pathTo } from '../contract/screens.ts';
import { INVITER } from '../testing/load/site-load.ts';
import { A_PERSON } from '../testing/requests/user-agents.ts';
import type { LoadRequest } from './load.ts';

/** A request that the site answers often. */
export interface Benchmark {
  title: string;
  /** The lowest accepted share of the baseline's requests per second. */
  minShare: number;
  load: LoadRequest;
}

/**
 * Fewer addresses than the rate limiter stores. The limits of all these addresses together allow more requests than any
 * machine can answer, so no request is refused.
 */
const ADDRESSES = 44_500;

let visitor = 1e9;
const json = { 'content-type': 'application/json' };
const inBrotli = { 'accept-encoding': 'br' };
const person = { 'user-agent': A_PERSON };

/** What `npm run bench` measures, by the name of the part. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  tracking: {
    title: 'POST /api/track/app-invite, each with a new event id, durable',
    minShare: 0.3,
    load: {
      ...calls.trackInvite,
      headers: { ...json, ...person },
      address,
      body: () => `{"refUserId":"${INVITER}","action":"page_view","eventId":"${randomUUID()}"}`,
    },
  },
  waitlist: {
    title: 'POST /api/waitlist, each with a new address, durable',
    minShare: 0.27,
    load: {
      ...calls.joinWaitlist,
      headers: { ...json, ...person },
      address,
      body: () => `{"email":"visitor-${process.pid}-${visitor++}@example.com"}`,
    },
  },
  profile: {
    title: 'GET /api/users/{id}',
    minShare: 0.5,
    load: {
      method: calls.getInviter.method,
      path: pathTo(calls.getInviter, INVITER),
      headers: person,
      address,
    },
  },
  page: {
    title: 'GET / in brotli',
    minShare: 0.5,
    load: { method: 'GET', path: listedScreens.home, headers: { ...inBrotli, ...person }, address },
  },
  invite: {
    title: 'GET /invite?ref= of one inviter in brotli',
    minShare: 0.38,
    load: {
      method: 'GET',
      path: inviteLink(INVITER),
      headers: { ...inBrotli, ...person },
      address,
    },
  },
};

let requests = 0;

function address(): string {
  const n = requests++ % ADDRESSES;
  return `10.0.${n >> 8}.${n & 255}`;
}
