import { callSchemas } from '../contract/schemas/calls.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/twilio-settings.ts';
import { addInviter, INVITER, readCounters, visitRequest } from '../testing/load/visit-load.ts';
import { startServer } from '../testing/server-process.ts';
import { flood } from './load/flood.ts';
import { shareIdsOverInviters } from './load/shared-event-ids.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const FORGED_CLICKS = 100_000;
const ADDRESSES = 10;
const HONEST_VIEWS = 200;

const WITHOUT_ADDED_VIEWS = weakening(
  'storage/engines/add-to-inviter.ts',
  'const brought = `$',
  'const brought = `0 * $',
);

export const boundedForgery: Proof = {
  id: 'O12',
  promise:
    'Forged clicks count only up to the limit per address, and no inviter’s conversion rate exceeds 100 %.',
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    return `${await forgeFromFewAddresses(engine)}; ${await shareIdsOverInviters(engine)}`;
  },
  control: {
    without: 'the rule that a click without a page view also adds a page view',
    run: (engine) =>
      withWeakened(WITHOUT_ADDED_VIEWS, (program) =>
        expectFailure(/ downloads on \d+ views/, () => shareIdsOverInviters(engine, program)),
      ),
  },
};

async function forgeFromFewAddresses(engine: string): Promise<string> {
  const server = await startServer({
    engine,
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: 'https://impromptu.example',
      ...TWILIO_SETTINGS,
    },
  });
  await addInviter(server.databaseUrl);
  const port = Number(new URL(server.url).port);
  const start = performance.now();
  const each = FORGED_CLICKS / ADDRESSES;
  const forgers = Array.from({ length: ADDRESSES }, (_, forger) =>
    // Half of the clicks have ids of page loads that did not happen; the others have no id.
    flood(port, each, (n) => {
      const named = n % 2 ? { eventId: `forged-${forger}-${n}` } : {};
      return visitRequest(
        { refUserId: INVITER, action: 'download_clicked', ...named },
        `10.0.0.${forger}`,
      );
    }),
  );
  const honest = await flood(port, HONEST_VIEWS, (n) =>
    visitRequest({ refUserId: INVITER, action: 'page_view', eventId: `honest-${n}` }, '10.0.1.1'),
  );
  const statuses = await Promise.all(forgers);
  const { windowMs, max } = callSchemas.trackInvite.limit;
  const windows = Math.floor((performance.now() - start) / windowMs) + 1;
  const { total, differences } = await readCounters(server.databaseUrl);
  await server.stop();

  const most = ADDRESSES * max * windows;
  const count = (status: number) =>
    statuses.reduce((sum, counts) => sum + (counts.get(status) ?? 0), 0);
  const refused = count(429);
  // On a busy machine the site sheds some of the clicks.
  const shed = count(503);
  require(total.downloads + refused + shed ===
    FORGED_CLICKS, `${total.downloads} clicks were counted, ${refused} refused and ${shed} shed.`);
  require(total.downloads <=
    most, `${total.downloads} clicks were counted; the limit allows ${most}.`);
  const answered = [200, 503].reduce((sum, status) => sum + (honest.get(status) ?? 0), 0);
  require(answered === HONEST_VIEWS, `A visitor from another address was refused: ${[...honest]}.`);
  require(differences.length === 0, differences.join(' '));
  return `${FORGED_CLICKS} forged clicks from ${ADDRESSES} addresses: ${total.downloads} counted (the limit allows ${most}), ${refused} refused with 429, ${shed} with 503; none of ${HONEST_VIEWS} views from another address was refused by the limit`;
}
