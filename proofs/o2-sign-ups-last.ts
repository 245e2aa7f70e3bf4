import type { Tally } from './arrivals.ts';
import { overloadedGrounds, overloadReport } from './overload.ts';
import { type Proof, require } from './proof.ts';

const LEAST_SIGN_UPS = 0.99;

export const signUpsLast: Proof = {
  id: 'O2',
  promise: 'Visits are refused before sign-ups: of those next to none.',
  grounds: overloadedGrounds,
  async run(ground) {
    const { answers, isSlow } = await overloadReport(ground);
    const { 'sign-up': signUps, visit: visits } = answers.byKind;
    const figures = `of ${total(signUps)} sign-ups ${percent(signUps)} % accepted, of ${total(visits)} visits ${percent(visits)} %`;
    require(signUps.accepted >= LEAST_SIGN_UPS * total(signUps), figures);
    require(!isSlow ||
      visits.refused > 0, `No visit was refused, and so nothing proved: ${figures}`);
    return figures;
  },
};

function total({ accepted, refused, otherwise }: Tally): number {
  return Object.values(otherwise).reduce((sum, count) => sum + count, accepted + refused);
}

function percent(tally: Tally): string {
  return ((100 * tally.accepted) / total(tally)).toFixed(1);
}
