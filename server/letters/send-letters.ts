import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Letter, Seat } from '../../storage/interface/letters.ts';
import type { AppParts } from '../app-parts.ts';
import type { LettersSettings } from '../settings/letters-settings.ts';
import type { Composer } from './compose-letter.ts';
import type { LetterMeter } from './letter-meter.ts';
import type { MailTransport } from './mail-transport.ts';
import { pauseMs, retryAfterMs } from './retry-times.ts';

/** Two letters are sent at a time, so a kill makes at most two of them unclear. */
const WORKERS = 2;
const LETTERS_PER_READ = 100;
/** How long nothing is sent after the budget was used up. */
const BUDGET_PAUSE_MS = 60_000;
/** The key of the budget, which all copies share. It is no secret, because the budget is about no person. */
const BUDGET_KEY = createHash('sha256').update('letters').digest();

export interface Sending {
  settings: Pick<LettersSettings, 'budget'>;
  composer: Composer;
  transport: MailTransport;
  meter: LetterMeter;
  log: FastifyBaseLogger;
}

/**
 * @returns a function that sends letters that are due, until none is left, the budget is used up, the mail server cannot
 *   be reached, or `stop` is aborted. Only one copy may call it at a time (see `Letters.asOnlySender`). It returns how
 *   many letters it has read
 */
export function createSender(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  { settings, composer, transport, meter, log }: Sending,
): (stop: AbortSignal) => Promise<number> {
  let pausedUntil = 0;
  /** How many attempts in a row have not reached the mail server. */
  let failures = 0;

  return async (stop) => {
    const isPaused = () => stop.aborted || clock() < pausedUntil;
    if (isPaused()) return 0;
    const due = await storage.letters.due(clock(), LETTERS_PER_READ);
    const next = due.values();
    const work = async () => {
      for (const letter of next) {
        if (isPaused()) return;
        await send(letter);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: WORKERS }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return due.length;
  };

  async function send(letter: Letter): Promise<void> {
    if (!(await storage.budgets.take(BUDGET_KEY, settings.budget, clock()))) {
      pausedUntil = clock() + BUDGET_PAUSE_MS;
      return;
    }
    const seat = letter.kind === 'place' ? await seatOf(letter.email) : undefined;
    // On disk before the connection is opened: after a crash it is known which letters may have been sent. False for a
    // letter that was erased meanwhile, as all letters of a person who leaves.
    if (!(await storage.letters.startSending(letter.id))) return;
    await store(letter, await transport.send(composer.compose(letter, seat)));
  }

  async function seatOf(email: string): Promise<Seat | undefined> {
    const standing = await storage.members.standing(email);
    return standing?.state === 'confirmed' ? standing : undefined;
  }

  async function store(
    { id, kind, attempts }: Letter,
    result: Awaited<ReturnType<MailTransport['send']>>,
  ): Promise<void> {
    const { outcome, reply } = result;
    meter.count(outcome);
    if (outcome === 'unreachable') {
      // Both workers fail at about the same time: that is one failure.
      if (clock() >= pausedUntil) {
        failures++;
        pausedUntil = clock() + pauseMs(failures);
        // Log lines contain no reply, because mail servers repeat the address in it.
        if (failures === 1)
          log.warn({ letter: id }, 'The mail server cannot be used. Letters wait.');
      }
      return await storage.letters.postpone(id, { dueAt: clock(), attempts, reply });
    }
    if (failures > 0) log.info('The mail server can be used again.');
    failures = 0;
    switch (outcome) {
      case 'accepted':
        return await storage.letters.finish(id, { state: 'sent', reply });
      case 'refused':
        log.warn({ letter: id, kind }, 'The mail server has refused a letter.');
        return await storage.letters.finish(id, {
          state: 'refused',
          reply,
          isAddressDead: result.isAddressDead,
        });
      case 'unclear':
        log.warn({ letter: id, kind }, 'It is not clear whether a letter was sent.');
        return await storage.letters.finish(id, { state: 'unclear', reply });
    }
    const waitMs = retryAfterMs(attempts + 1);
    if (waitMs) {
      const dueAt = clock() + waitMs;
      return await storage.letters.postpone(id, { dueAt, attempts: attempts + 1, reply });
    }
    log.warn({ letter: id, kind }, 'A letter was given up after the last attempt.');
    await storage.letters.finish(id, { state: 'refused', reply: `Given up. ${reply}` });
  }
}
