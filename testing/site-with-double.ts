/**
 * `node testing/site-with-double.ts NAME`: runs the site like `./site serve`, with a test double for a part of it.
 * The controls of proofs use it: with the double, a proof must fail. See `startServer`.
 */
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../contract/durations.ts';
import { createApp } from '../server/app.ts';
import { readBuild } from '../server/pages/build.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { query } from './databases/test-databases.ts';

export type DoubleName = keyof typeof doubles;

interface Double {
  /** The parts of the storage that the double replaces. */
  storage(real: Storage, databaseUrl: string): Partial<Storage>;
}

const doubles = {
  /** With a delay, because on an idle machine a write that has begun often ends before a kill. */
  'acknowledges sign-ups before they are stored': {
    storage: ({ waitlist }) => ({
      waitlist: replaced(waitlist, {
        async join(...signUp) {
          setTimeout(() => waitlist.join(...signUp), 20);
        },
      }),
    }),
  },

  /** Every view is stored like the first one. */
  'stores an event and its counters in several transactions': {
    storage: ({ analytics, visits }, url) => ({
      visits: replaced(visits, {
        async record(visit) {
          const { total } = await analytics.totals();
          if (total.pageViews === 0) return await visits.record(visit);
          const same = 'SELECT inviter_key, counter, at FROM invite_event ORDER BY id LIMIT 1';
          await query(url, `INSERT INTO invite_event (inviter_key, counter, at) ${same}`);
          for (const table of ['inviter_total', 'inviter_day', 'hour_total']) {
            await query(url, `UPDATE ${table} SET page_views = page_views + 1`);
          }
          return 'counted';
        },
      }),
    }),
  },

  /** Not a control: events expire immediately, so that kills also hit the retention, which moves their sums. */
  'retention without a pause': {
    storage: ({ visits, retention }) => {
      runForever(() => retention.run(Date.now())).catch(() => {});
      return {
        visits: replaced(visits, {
          record: (visit) => visits.record({ ...visit, at: visit.at - 400 * DAY_MS }),
        }),
      };
    },
  },

  'stores no accepted letter of a mailing': {
    storage: ({ letters }) => ({
      letters: replaced(letters, {
        async finish(id, end) {
          if (end.state !== 'accepted') await letters.finish(id, end);
        },
      }),
    }),
  },

  'answers 500 for an unknown inviter': {
    storage: ({ inviters }) => ({
      inviters: replaced(inviters, {
        async find(id) {
          const inviter = await inviters.find(id);
          if (!inviter) throw new Error('This inviter is unknown.');
          return inviter;
        },
      }),
    }),
  },

  'ends at a request for an unknown inviter': {
    storage: ({ inviters }) => ({
      inviters: replaced(inviters, {
        find: async (id) => (await inviters.find(id)) ?? process.exit(1),
      }),
    }),
  },
} as const satisfies Readonly<Record<string, Double>>;

const double: Double | undefined = doubles[process.argv[2] as DoubleName];
const settings = readSettings(process.env);
const real = await openStorage(settings.databaseUrl, 'server');
const storage = replaced(real, double?.storage(real, settings.databaseUrl) ?? {});
const parts = { ...settings, storage, clock: Date.now, log: process.stdout };
const app = await createApp(parts, await readBuild());
process.once('SIGTERM', () => app.close().then(() => real.close()));
await app.listen({
  port: settings.port,
  host: settings.host,
  listenTextResolver: (address) => `The site is at ${address}`,
});

/** @returns the object, with some of its members replaced */
function replaced<Part extends object>(part: Part, members: Partial<Part>): Part {
  return new Proxy(part, {
    get: (_, name) => Reflect.get(name in members ? members : part, name),
  });
}

async function runForever(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await work();
    await setImmediate();
  }
}
