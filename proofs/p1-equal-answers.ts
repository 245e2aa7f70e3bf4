import { Agent } from 'node:http';
import { testEngines } from '../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { Load } from '../testing/load/load.ts';
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
/** Of variants: on one instance an attacker keeps an inviter busy by sign-ups, and those on the other may wait for that. */
const TWO_INSTANCES = 'two instances of ';
const ATTACKERS = 50;
const ROUNDS = 1_000;
const FEW_ROUNDS = 200;
const OTHER = 'ben';
const engines = testEngines.map(({ name }) => name);
const shared = testEngines.flatMap(({ name, hasServer }) =>
  hasServer ? TWO_INSTANCES + name : [],
);

export const equalAnswers: Proof = {
  id: 'P1',
  promise: 'Neither an answer nor its time shows whether an address is on the waitlist.',
  variants: [...engines.flatMap((name) => [name, name + WITH_MAIL]), ...shared],
  run: (variant) =>
    shared.includes(variant) ? compareWaits(variant, ROUNDS) : compareAnswers(variant, PAIRS),
  control: {
    without:
      'equal times: a repeated sign-up takes 1 ms longer, or waits for the inviter whose link was used first',
    variants: [...engines, ...shared],
    run: (variant) =>
      expectFailure(/^The time distinguishes/, () =>
        shared.includes(variant)
          ? compareWaits(
              variant,
              FEW_ROUNDS,
              'waits for the inviter whose link put an address on the waitlist',
            )
          : compareAnswers(variant, FEW_PAIRS, 'takes 1 ms longer for an address that it knows'),
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

/** Sign-ups that name the other inviter, the busy one, or none, of addresses that differ in what is stored about them. */
async function compareWaits(variant: string, rounds: number, double?: DoubleName): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const env = { RATE_LIMITS: 'off' };
  const one = ends.use(await startServer({ engine: variant.replace(TWO_INSTANCES, ''), env }));
  const two = ends.use(
    await startServer({ env: { ...env, DATABASE_URL: one.databaseUrl }, double }),
  );
  for (const id of [INVITER, OTHER]) await addInviter(one.databaseUrl, id);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.defer(async () => agent.destroy());
  const named = [undefined, OTHER, INVITER];
  const listed = named.map((by) => `listed by ${by ?? 'nobody'}`);
  for (const [n, by] of named.entries())
    for (let round = 0; round < rounds; round++)
      await signUp(one.url, agent, addressOf(listed[n], round), { ref: by });
  const attack = new Load({
    clients: ATTACKERS,
    nameOf: (client, n) => `attacker-${client}-${n}@example.com`,
    send: (email, own) => signUp(one.url, own, email, { ref: INVITER }),
  });
  ends.defer(() => attack.stop());
  const compared: string[] = [];
  for (const ref of named) {
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      const kinds = [...listed, `unknown, names ${ref ?? 'nobody'}`];
      // Each kind is the first, second, third and last equally often.
      for (const kind of [...kinds.splice(round % kinds.length), ...kinds]) {
        const begun = performance.now();
        await signUp(two.url, agent, addressOf(kind, round), { ref });
        times.getOrInsertComputed(kind, () => []).push(performance.now() - begun);
      }
    }
    compared.push(`naming ${ref ?? 'nobody'}: ${compareKinds(times)}`);
  }
  return `beside ${attack.acknowledged.length} sign-ups of the attacker, ${compared.join('; ')}`;
}

function addressOf(kind = '', n: number): string {
  return `${kind.replaceAll(/\W+/g, '-')}-${n}@example.com`;
}

/** @throws if the times of one kind differ from the others */
function compareKinds(times: ReadonlyMap<string, readonly number[]>): string {
  const all = [...times.values()].flat().sort((a, b) => a - b);
  const lateMs = all[Math.floor(0.9 * all.length)] ?? 0;
  let farthest = 0;
  const kinds = [...times].map(([kind, its]) => {
    const others = [...times].flatMap(([other, ms]) => (other === kind ? [] : ms));
    const auc = areaUnderCurve(others, its);
    farthest = Math.max(farthest, auc, 1 - auc);
    const late = its.filter((ms) => ms > lateMs).length / its.length;
    return `${kind}: ${(100 * late).toFixed(1)} % over ${lateMs.toFixed()} ms and AUC ${auc.toFixed(3)}`;
  });
  const text = kinds.join(', ');
  require(farthest <= MAX_AUC, `The time distinguishes addresses. ${text}`);
  return text;
}

/** The AUC: the probability that a random time of the second list is longer than a random time of the first. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, late: 0 })), ...second.map((ms) => ({ ms, late: 1 }))];
  all.sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (const [index, { late }] of all.entries()) ranks += late * (index + 1);
  return (ranks - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}
