import {
  type OverloadReport,
  overloadedVariants,
  overloadOf,
  overloadReport,
  slowVariants,
} from './load/overload.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const LEAST_GOODPUT = 0.8;
const ACCEPTED_P99_MS = 1_000;
/** A delay that users do not notice, and that a busy machine may cause. */
const ADDED_MS = 50;

const WITHOUT_REFUSALS = weakening(
  'server/http/shed-load.ts',
  'return late >= afterMs || !storage.hasRoomFor(write);',
  'return false;',
);

export const shedsEarly: Proof = {
  id: 'O1',
  promise:
    'Under three times the load that the site can handle, it still handles at least 80 % of its peak and refuses the other requests immediately. Ten seconds after the overload it is about as fast as before.',
  variants: overloadedVariants,
  run: async (variant) => judge(await overloadReport(variant)),
  control: {
    without: 'refusing requests above what the site can handle',
    variants: slowVariants,
    run: (variant) =>
      withWeakened(WITHOUT_REFUSALS, (program) =>
        expectFailure(/^(No request was refused|Requests were answered too late)/, async () =>
          judge(await overloadOf(program, variant)),
        ),
      ),
  },
};

function judge(report: OverloadReport): string {
  const { isSlow, peaks, goodput, answers, before, after, baseline } = report;
  const peak = (peaks[0] + peaks[1]) / 2;
  const { p99Ms, refused } = answers.all;
  const figures = [
    `peaks of ${peaks.map(Math.round).join(' and ')} answers a second; under three times that load ${Math.round(goodput)} answers a second (${Math.round((100 * goodput) / peak)} %), p99 ${Math.round(p99Ms)} ms`,
    `${refused} refused, ${answers.notSent} not sent because no connection was free`,
    `p99 before the overload ${Math.round(before.all.p99Ms)} ms, ten seconds after it ${Math.round(after.all.p99Ms)} ms`,
    `baseline, a server that only answers: p99 ${Math.round(baseline.all.p99Ms)} ms, ${baseline.notSent} not sent`,
  ].join('; ');
  for (const { unanswered, all } of [before, answers, after]) {
    require(unanswered === 0, `${unanswered} requests were never answered: ${figures}`);
    const otherwise = Object.keys(all.otherwise);
    require(otherwise.length === 0, `Some requests had other outcomes (${otherwise}): ${figures}`);
  }
  require(!isSlow || refused > 0, `No request was refused, so nothing was proved: ${figures}`);
  require(goodput >= LEAST_GOODPUT * peak, `Too few requests were accepted: ${figures}`);
  // If the baseline is slow as well, the machine is the cause.
  const limitMs = Math.max(ACCEPTED_P99_MS, 2 * baseline.all.p99Ms);
  require(p99Ms <= limitMs, `Requests were answered too late: ${figures}`);
  require(after.all.refused ===
    0, `${after.all.refused} requests were refused ten seconds after the overload: ${figures}`);
  require(after.all.p99Ms <= 2 * before.all.p99Ms + ADDED_MS, `The site stays slow: ${figures}`);
  return figures;
}
