import { Counter, Gauge } from '@prometheus-io/client';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'uncertain'];

export type LetterMeter = ReturnType<typeof createLetterMeter>;

/** Counts letters for the metrics. What is stored is read at each scrape, so all instances say the same. */
export function createLetterMeter(
  { metrics }: FastifyApp,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
) {
  const registers = [metrics];
  const attempts = new Counter({
    name: 'letters_attempts_total',
    help: 'Attempts of this instance to send a letter, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  /** While the database cannot be read, the value is missing, and the other metrics are not. */
  const gauge = (name: string, help: string, read: () => Promise<number>) => {
    const collect = async function (this: Gauge) {
      const value = await read().catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    };
    new Gauge({ name, help, registers, collect });
  };
  const waiting = 'How long the oldest letter that is waiting has been waiting.';
  gauge('letters_oldest_waiting_seconds', waiting, async () => {
    const now = clock();
    const { oldestWaitingAt = now } = await storage.letters.figures();
    return Math.max(0, now - oldestWaitingAt) / 1_000;
  });
  const paused = 'Whether a mailing that has not ended is paused.';
  gauge('letters_mailing_paused', paused, async () =>
    Number(typeof (await storage.mailings.find())?.pausedWhy === 'string'),
  );
  return { count: (outcome: Outcome) => attempts.inc({ outcome }) };
}
