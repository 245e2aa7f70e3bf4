import { addInviter } from '../testing/load/visit-load.ts';
import { startServer } from '../testing/server-process.ts';
import { changeSystemCalls } from './disks/changed-system-calls.ts';
import { type Answers, arrive, type Tally } from './load/arrivals.ts';
import { MIX, overloadedVariants, overloadReport } from './load/overload.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const LEAST_SIGN_UPS = 0.99;
/** With this delay a batch of at most 1,000 writes takes two seconds, so the site can store half of the load. */
const SLOW_SYNCS = 'SQLite, two seconds for each sync';
const SYNC_DELAY = 'delay_enter=2s';
const LOAD = { mix: MIX, perSecond: 1_000, connections: 5_000 };
/**
 * Answers in these seconds are not judged, because before the first full batch the site does not know the disk's speed,
 * and allows the longest queue.
 */
const FIRST_SECONDS = 3;
const SECONDS = 12;
/** Without the line that recognises visits whose path is spelt differently. */
const WITHOUT_SPELLINGS = weakening(
  'server/http/shed-load.ts',
  'const rule = mayDiffer ? ruleFor(method, request.routeOptions.url) : undefined;',
  'const rule = undefined;',
);

export const visitsRefusedFirst: Proof = {
  id: 'O2',
  promise:
    'Under overload the site refuses visits first, in every spelling of their path, and accepts at least 99 % of the sign-ups.',
  variants: [...overloadedVariants, SLOW_SYNCS],
  async run(variant) {
    if (variant === SLOW_SYNCS) return await slowSyncs();
    const { answers, isSlow } = await overloadReport(variant);
    return judge(answers, isSlow);
  },
  control: {
    without: 'the rule for other spellings of a path',
    // On PostgreSQL sign-ups have a queue that visits cannot fill.
    variants: [SLOW_SYNCS],
    run: () =>
      withWeakened(WITHOUT_SPELLINGS, (program) =>
        expectFailure(/^Too few sign-ups/, () => slowSyncs(program)),
      ),
  },
};

async function slowSyncs(program?: string): Promise<string> {
  const env = { RATE_LIMITS: 'off' };
  const server = await startServer({ env, engine: 'SQLite', ...(program && { program }) });
  try {
    await addInviter(server.databaseUrl);
    const end = await changeSystemCalls(server, 'fsync,fdatasync', SYNC_DELAY);
    await arrive(FIRST_SECONDS, { url: server.url, ...LOAD });
    const [answers] = await arrive(SECONDS, { url: server.url, ...LOAD });
    await end();
    return judge(answers, true);
  } finally {
    await server.stop();
  }
}

function judge({ byKind }: Answers, isSlow: boolean): string {
  const { 'sign-up': signUps, visit: visits } = byKind;
  const figures = `of ${total(signUps)} sign-ups ${percent(signUps)} % accepted, of ${total(visits)} visits ${percent(visits)} %`;
  const isEnough = signUps.accepted >= LEAST_SIGN_UPS * total(signUps);
  require(isEnough, `Too few sign-ups were accepted: ${figures}`);
  const isProved = !isSlow || visits.refused > 0;
  require(isProved, `No visit was refused, so nothing was proved: ${figures}`);
  return figures;
}

function total({ accepted, refused, otherwise }: Tally): number {
  return Object.values(otherwise).reduce((sum, count) => sum + count, accepted + refused);
}

function percent(tally: Tally): string {
  return ((100 * tally.accepted) / total(tally)).toFixed(1);
}
