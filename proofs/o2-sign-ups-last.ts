import type { Tally } from './arrivals.ts';
import {
  type OverloadReport,
  overloadedGrounds,
  overloadOf,
  overloadReport,
  slowGrounds,
} from './overload.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { withWeakened } from './weakened-program.ts';

const LEAST_SIGN_UPS = 0.99;
/** What refuses paths that are spelt in another way. */
const RULE = 'const kind = raw.url === url ? undefined : kindOf(method, url);';

export const signUpsLast: Proof = {
  id: 'O2',
  promise: 'Visits are refused before sign-ups, however the path is spelt: of those next to none.',
  grounds: overloadedGrounds,
  run: async (ground) => look(await overloadReport(ground)),
  control: {
    without: 'the rule for other spellings of a path',
    grounds: slowGrounds,
    run: (ground) =>
      withWeakened('server/http/shed-load.ts', [RULE, 'const kind = undefined;'], (program) =>
        expectFailure(/^Too few sign-ups/, async () => look(await overloadOf(program, ground))),
      ),
  },
};

function look({ answers, isSlow }: OverloadReport): string {
  const { 'sign-up': signUps, visit: visits } = answers.byKind;
  const figures = `of ${total(signUps)} sign-ups ${percent(signUps)} % accepted, of ${total(visits)} visits ${percent(visits)} %`;
  const isEnough = signUps.accepted >= LEAST_SIGN_UPS * total(signUps);
  require(isEnough, `Too few sign-ups: ${figures}`);
  const isProved = !isSlow || visits.refused > 0;
  require(isProved, `No visit was refused, and so nothing proved: ${figures}`);
  return figures;
}

function total({ accepted, refused, otherwise }: Tally): number {
  return Object.values(otherwise).reduce((sum, count) => sum + count, accepted + refused);
}

function percent(tally: Tally): string {
  return ((100 * tally.accepted) / total(tally)).toFixed(1);
}
