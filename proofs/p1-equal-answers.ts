import { Agent } from 'node:http';
import { testEngines } from '../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { addInviter, INVITER, signUp } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import type { DoubleName } from '../testing/site-with-double.ts';
import { expectFailure, type Proof, require } from './proof.ts';

/** Pairs of a first and a repeated sign-up. Each first sign-up needs an address that is not stored yet. */
const PAIRS = 5_000;
const FEW_PAIRS = 1_000;
const WARM_UP = 500;
/** Up to this AUC two lists of times count as equal. With an AUC of 0.5 neither list has longer times. */
const MAX_AUC = 0.55;
/** A third of the sign-ups has the id of an inviter, a third an unknown id, and a third none. */
const REFS = [INVITER, 'nobody', undefined];
/** Each one also comes by a link of the site. */
const FROM = 'poster';
const WITH_MAIL = ' with letters';
const engines = testEngines.map(({ name }) => name);

export const equalAnswers: Proof = {
  id: 'P1',
  promise: 'Neither an answer nor its time shows whether an address is on the waitlist.',
  variants: engines.flatMap((name) => [name, name + WITH_MAIL]),
  run: (variant) => compareAnswers(variant, PAIRS),
  control: {
    without: 'equal times: a repeated sign-up takes 1 ms longer',
    variants: engines,
    run: (engine) =>
      expectFailure(/^The time distinguishes/, () =>
        compareAnswers(engine, FEW_PAIRS, 'takes 1 ms longer for an address that it knows'),
      ),
  },
};

async function compareAnswers(
  variant: string,
  pairs: number,
  double?: DoubleName,
): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const mail = await startFakeMailServer();
  ends.defer(() => mail.close());
  const engine = variant.replace(WITH_MAIL, '');
  // The budget is enough for all letters, so letters are sent while the answers are timed.
  const letters = {
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_HOUR: '999999',
    MAIL_PER_DAY: '999999',
  };
  const env = { RATE_LIMITS: 'off', LINK_NAMES: FROM, ...(variant !== engine && letters) };
  const server = ends.use(await startServer({ engine, env, double }));
  await addInviter(server.databaseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.defer(async () => agent.destroy());
  const answers = new Set<string>();
  async function join(n: number, link: number): Promise<number> {
    const how = { ref: REFS[link % REFS.length], from: FROM };
    const start = performance.now();
    const { status, body } = await signUp(server.url, agent, `visitor-${n}@example.com`, how);
    const ms = performance.now() - start;
    answers.add(`${status} ${body}`);
    return ms;
  }
  const [firsts, repeats]: [number[], number[]] = [[], []];
  for (let n = 0; n < pairs + WARM_UP; n++) await join(n, n);
  for (let n = 0; n < pairs; n++) {
    const first = async () => firsts.push(await join(pairs + WARM_UP + n, n));
    const repeat = async () => repeats.push(await join((n * 7_919) % pairs, n));
    // The order alternates, so that neither kind is always measured after the other.
    for (const measure of n % 2 === 0 ? [first, repeat] : [repeat, first]) await measure();
  }
  const auc = areaUnderCurve(firsts, repeats);
  require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
  require(Math.max(auc, 1 - auc) <=
    MAX_AUC, `The time distinguishes first sign-ups from repeated ones with an AUC of ${auc.toFixed(3)}.`);
  return `${pairs} pairs; all answers were equal; AUC of the answer times ${auc.toFixed(3)}`;
}

/** The AUC: the probability that a random time of the second list is longer than a random time of the first. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, late: 0 })), ...second.map((ms) => ({ ms, late: 1 }))];
  all.sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (const [index, { late }] of all.entries()) ranks += late * (index + 1);
  return (ranks - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}
