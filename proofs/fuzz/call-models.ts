import { dayRanges, sortFields, sortOrders } from '../../contract/analytics.ts';
import { appInviteActions } from '../../contract/app-invites.ts';
import { calls, pathTo } from '../../contract/calls.ts';
import { trackedActions } from '../../contract/invite-events.ts';
import type { AppInviteReport } from '../../contract/schemas/app-invites.ts';
import type { BodyOf, CallName, QueryOf } from '../../contract/schemas/calls.ts';
import type { Dice } from '../../testing/dice.ts';
import { sampleRequests } from '../../testing/requests/sample-requests.ts';
import { type Credentials, strangersPhone } from './fuzz-credentials.ts';
import { almost, oddText } from './fuzzed-values.ts';
import { knownValues } from './well-formed-requests.ts';

/** A call, usually valid. */
export interface Model {
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: string;
  /** Sent instead of the session's cookie. */
  cookie?: string;
}

/** Calls without a model here are made from their schemas. */
export function modelOf(call: CallName, dice: Dice, credentials: Credentials): Model {
  const { userId } = credentials;
  const { path } = calls[call];
  const inviter = someUserId(dice);
  const table = {
    userId,
    ...(dice.happens(0.7) && { search: dice.happens(0.5) ? oddText(dice) : 'ana' }),
    ...(dice.happens(0.5) && { sort: dice.pick(sortFields) }),
    ...(dice.happens(0.5) && { order: dice.pick(sortOrders) }),
  };
  const report = () =>
    almost(dice, {
      inviteId: `invite-${dice.upTo(5_000)}`,
      refUserId: someUserId(dice),
      action: dice.pick(appInviteActions),
    } satisfies AppInviteReport);
  switch (call) {
    case 'joinWaitlist': {
      const email = `somebody-${dice.upTo(1_000)}@example.com`;
      const proof = dice.happens(0.3) && { proof: dice.pick(credentials.proofs) };
      return { path, body: almost(dice, { email, ...proof } satisfies BodyOf<'joinWaitlist'>) };
    }
    case 'getInviter':
    case 'eraseInviter':
      return { path: pathTo({ path }, wellFormed(dice.happens(0.7) ? inviter : oddText(dice))) };
    case 'putInviter': {
      const profile = {
        username: 'ana_92',
        firstName: null,
        profileImageUrl: '/ana.svg',
      } satisfies BodyOf<'putInviter'>;
      return { path: pathTo({ path }, inviter), body: almost(dice, profile) };
    }
    case 'trackInvite': {
      const action = dice.pick(trackedActions);
      const event = {
        refUserId: inviter,
        action,
        eventId: `load-${dice.upTo(5_000)}-abc`,
      } satisfies BodyOf<'trackInvite'>;
      return { path, body: almost(dice, event) };
    }
    case 'reportAppInvites': {
      const list = Array.from({ length: dice.upTo(5) }, report);
      return { path, body: dice.happens(0.5) ? report() : `[${list.join(',')}]` };
    }
    case 'sendCode': {
      const proof = dice.pick(credentials.proofs);
      return {
        path,
        body: almost(dice, {
          phone: strangersPhone(dice.upTo(500)),
          proof,
        } satisfies BodyOf<'sendCode'>),
      };
    }
    case 'signIn': {
      const { cookie, ...right } = dice.pick(credentials.codes);
      const code = dice.happens(0.5) ? right : { ...right, code: '123456' };
      return { path, cookie, body: almost(dice, dice.happens(0.7) ? code : { idToken: 'a.b.c' }) };
    }
    case 'getAnalytics': {
      const part = {
        limit: String(dice.upTo(1_100)),
        offset: String(dice.upTo(300)),
      } satisfies Partial<QueryOf<'getAnalytics'>>;
      return { path, query: { ...table, ...part } };
    }
    case 'getAnalyticsDays':
      return {
        path,
        query: { userId, days: String(dice.pick([...dayRanges, 31])) } satisfies Record<
          keyof QueryOf<'getAnalyticsDays'>,
          string
        >,
      };
    case 'getAnalyticsCsv':
      return { path, query: table };
    default:
      return modelOfSchema(call, dice, credentials);
  }
}

function modelOfSchema(call: CallName, dice: Dice, credentials: Credentials): Model {
  const { path, query, body } = dice.pick(sampleRequests(call, knownValues(credentials)));
  const token = dice.happens(0.7) ? dice.pick(credentials.letters).leave : oddText(dice);
  return {
    // Of these calls only `leaveWaitlist` has a parameter in its path.
    path: pathTo({ path }, wellFormed(token)),
    ...(query && { query }),
    ...(body !== undefined && { body: almost(dice, body as Record<string, unknown>) }),
  };
}

/** One of 200 ids, so that the database stays small over a million requests. */
export function someUserId(dice: Dice): string {
  return `user-${dice.upTo(200)}`;
}

/** Replaces lone surrogates, which cannot be encoded in a URL. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
