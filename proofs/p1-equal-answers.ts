import { Agent } from 'node:http';
import { type FakeMailServer, startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { signUp } from '../testing/load/sign-up-load.ts';
import { startServer } from '../testing/server-process.ts';
import { areaUnderCurve, MAX_AUC } from './area-under-curve.ts';
import { type Proof, require } from './proof.ts';

/** Pairs of a first and a repeated sign-up. Each first sign-up needs an address that is not stored yet. */
const PAIRS = 5_000;
const WARM_UP = 500;
const WITH_LETTERS = 'with letters';

export const equalAnswers: Proof = {
  id: 'P1',
  promise: 'Neither an answer nor its time shows whether an address is on the waitlist.',
  variants: ['without letters', WITH_LETTERS],
  async run(variant) {
    const mail = variant === WITH_LETTERS ? await startFakeMailServer() : undefined;
    const server = await startServer({
      env: { RATE_LIMITS: 'off', ...(mail && sendingBy(mail)) },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const firsts: number[] = [];
    const repeats: number[] = [];
    const answers = new Set<string>();
    const join = (n: number) => timeSignUp(server.url, agent, `visitor-${n}@example.com`, answers);
    for (let n = 0; n < PAIRS + WARM_UP; n++) await join(n);
    answers.clear();
    for (let n = 0; n < PAIRS; n++) {
      // The order alternates, so that neither kind is always measured after the other.
      const first = () => join(PAIRS + WARM_UP + n).then((ms) => firsts.push(ms));
      const repeat = () => join((n * 7_919) % PAIRS).then((ms) => repeats.push(ms));
      for (const measure of n % 2 === 0 ? [first, repeat] : [repeat, first]) await measure();
    }
    agent.destroy();
    await server.stop();
    await mail?.close();
    const auc = areaUnderCurve(firsts, repeats);
    require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
    require(Math.max(auc, 1 - auc) <=
      MAX_AUC, `The time distinguishes first sign-ups from repeated ones with an AUC of ${auc.toFixed(3)}.`);
    const control = areaUnderCurve(
      firsts,
      repeats.map((ms) => ms + 0.1),
    );
    require(control > MAX_AUC, 'A difference of 0.1 ms would not have been noticed.');
    return `${PAIRS} pairs; all answers were equal; AUC of the answer times ${auc.toFixed(3)} (with 0.1 ms more it would be ${control.toFixed(3)})`;
  },
  control: { inRun: 'equal times: 0.1 ms is added to each repeated sign-up' },
};

/**
 * The budget is enough for all letters, so letters are sent while the answers are timed. Sending letters must not delay
 * the answers to new addresses.
 */
function sendingBy({ server: { port } }: FakeMailServer): Record<string, string> {
  return {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_HOUR: '999999',
    MAIL_PER_DAY: '999999',
  };
}

async function timeSignUp(
  url: string,
  agent: Agent,
  email: string,
  answers: Set<string>,
): Promise<number> {
  const start = performance.now();
  const { status, body } = await signUp(url, agent, email);
  const milliseconds = performance.now() - start;
  answers.add(`${status} ${body}`);
  return milliseconds;
}
