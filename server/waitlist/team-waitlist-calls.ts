import { acts } from '../../contract/audit.ts';
import { DAY_MS, isoDay, lastDays } from '../../contract/durations.ts';
import { ListedAddress } from '../../contract/schemas/team-waitlist.ts';
import { ACTS_SHOWN, ADDRESSES_PER_PAGE } from '../../contract/team-waitlist.ts';
import type { Address } from '../../storage/waitlist/waitlist.ts';
import type { AppParts } from '../app-parts.ts';
import { asCsv, sendCsv } from '../csv.ts';
import type { Handlers } from '../http/call.ts';
import { type BrowserSessions, createAuthors, whileRight } from '../identity/sessions.ts';
import { canonicalEmail } from '../ingest/canonical-email.ts';

/** How many days the chart of the waitlist shows, today included. */
const SIGN_UP_DAYS = 90;
/** The columns of the file of the dashboard. `place` is the position: files that operators have are imported again. */
export const ADDRESS_COLUMNS = Object.keys(ListedAddress.properties).map((name) =>
  name === 'position' ? 'place' : name,
);

/**
 * What admins see of the waitlist. Before an answer with addresses begins, the look is recorded on disk: an answer that
 * is cut, or a process that is killed, cannot hide it.
 */
export function teamWaitlistCalls(
  { storage, clock, mail }: AppParts,
  sessions: Pick<BrowserSessions, 'find'>,
) {
  const { teamWaitlist, waitlist, audit } = storage;

  const authorOf = createAuthors(clock);

  return {
    async getWaitlistFigures() {
      const { days: counted, sums } = await teamWaitlist.count();
      const byDay = new Map(counted.map((day) => [day.day, day]));
      const days = lastDays(SIGN_UP_DAYS, clock()).map((day) => {
        const { joined = 0, confirmed = 0, departed = 0 } = byDay.get(day) ?? {};
        return { day: isoDay(day * DAY_MS), joined, confirmed, left: departed };
      });
      return {
        ...sums,
        days,
        mail: mail ? await teamWaitlist.openLetters() : null,
      };
    },

    async listAddresses(request) {
      const { search = '', order, from } = request.body;
      // A whole address is found as it is stored; its beginning may be no address.
      const text = canonicalEmail(search) ?? search.trim();
      const found = await teamWaitlist.page({ search: text, order, from });
      const page = `page ${1 + Math.floor(found.from / ADDRESSES_PER_PAGE)}`;
      // Without the text, because it is a part of an address.
      const by = order === 'position' ? 'place' : order;
      const what = text === '' ? `${page} by ${by}` : `${page} of a search`;
      await audit.record(authorOf(request), 'see-addresses', what);
      return { ...found, rows: found.rows.map(presentAddress) };
    },

    async downloadAddresses(request, reply) {
      await audit.record(authorOf(request), 'download-addresses');
      const steps = rowsOf(whileRight(sessions, request, waitlist.steps()));
      return sendCsv(reply, `waitlist-${isoDay(clock())}`, asCsv(ADDRESS_COLUMNS, steps));
    },

    /** Removes the address exactly as it is on the list. */
    async removeAddress(request) {
      const { email } = request.body;
      return { removed: await waitlist.remove(email, authorOf(request)) };
    },

    async getAudit() {
      const entries = await audit.latest(ACTS_SHOWN);
      const words: Readonly<Record<string, string>> = acts;
      return {
        entries: entries.map(({ at, who, act, detail }) => ({
          at: new Date(at).toISOString(),
          who,
          act: words[act] ?? act,
          detail,
        })),
      };
    },
  } satisfies Partial<Handlers>;
}

function presentAddress(address: Address): ListedAddress {
  const { email, joinedAt, invitedBy, member, position, state, wave } = address;
  return {
    email,
    joinedAt: new Date(joinedAt).toISOString(),
    confirmedAt: member ? new Date(member.confirmedAt).toISOString() : null,
    position: position ?? null,
    invitedBy,
    friends: member?.friends ?? 0,
    state,
    wave,
    consent: member?.consent ?? null,
    phone: member?.phone ?? null,
  };
}

/** @returns a row with `ADDRESS_COLUMNS` */
export function rowOf(address: Address) {
  const { position: place, ...others } = presentAddress(address);
  return { place, ...others };
}

async function* rowsOf(steps: AsyncIterable<Address[]>) {
  for await (const step of steps) yield step.map(rowOf);
}
