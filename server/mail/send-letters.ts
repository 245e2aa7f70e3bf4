import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Letter } from '../../storage/mail/letter.ts';
import type { Position } from '../../storage/mail/positions.ts';
import type { AppParts } from '../app-parts.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import type { Composer } from './compose-letter.ts';
import type { LetterMeter } from './letter-meter.ts';
import type { MailTransport } from './mail-transport.ts';
import { RETRIES_MS } from './retry-times.ts';
import { SendingPauses } from './sending-pauses.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** How many letters are sent at the same time. If the program is killed, it is unknown whether they have arrived. */
const WORKERS = 2;
const LETTERS_PER_READ = 100;
/** The key under which all copies count the budget. It need not be secret, because it identifies no person. */
const BUDGET_KEY = createHash('sha256').update('letters').digest();

export interface Sending {
  settings: Pick<MailSettings, 'budget'>;
  composer: Composer;
  transport: MailTransport;
  meter: LetterMeter;
  log: FastifyBaseLogger;
}

/** @param tooLate is aborted some time after `stop`, and ends the deliveries in progress. Their results are stored */
export type SendDue = (stop: AbortSignal, tooLate: AbortSignal) => Promise<number>;

/**
 * @returns a function that reads some letters that are due and sends them. It ends early if the budget is used up, the
 *   mail server cannot be used, or `stop` is aborted. Only one copy may call it at a time (see `Letters.asOnlySender`).
 *   It returns how many letters it has read
 */
export function createSender(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  { settings, composer, transport, meter, log }: Sending,
): SendDue {
  const pauses = new SendingPauses(clock, log);
  let sending = 0;

  return async (stop, tooLate) => {
    const mustEnd = () => stop.aborted || pauses.isPaused || (pauses.oneAtATime && sending > 0);
    if (mustEnd()) return 0;
    const due = await storage.mail.due(clock(), LETTERS_PER_READ);
    const next = due.values();
    const work = async () => {
      for (const letter of next) {
        if (mustEnd()) return;
        sending++;
        await send(letter, tooLate).finally(() => sending--);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: WORKERS }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return due.length;
  };

  async function send(letter: Letter, tooLate: AbortSignal): Promise<void> {
    const at = clock();
    if (!(await storage.budgets.take(BUDGET_KEY, settings.budget, at))) {
      return pauses.afterBudget(at);
    }
    const position = letter.kind === 'place' ? await positionOf(letter.email) : undefined;
    // The state `sending` is stored before the connection is opened. After a crash, this state shows which letters may
    // have been sent. The result is false if the letter was deleted meanwhile, because the person left or was erased.
    if (!(await storage.mail.startSending(letter.id))) return;
    const result = await transport.send(composer.compose(letter, position), tooLate);
    meter.count(result.outcome);
    pauses.after(letter.id, result);
    await store(letter, result);
  }

  async function positionOf(email: string): Promise<Position | undefined> {
    const standing = await storage.members.standing(email);
    return standing?.state === 'confirmed' ? standing : undefined;
  }

  async function store(letter: Letter, result: MailOutcome): Promise<void> {
    const { id, kind, attempts } = letter;
    const { outcome, reply } = result;
    switch (outcome) {
      case 'accepted':
        return await storage.mail.finish(id, { state: 'sent', reply });
      case 'refused':
        log.warn({ letter: id, kind }, 'The mail server has refused a letter.');
        return await storage.mail.finish(id, {
          state: 'refused',
          reply,
          deadAt: result.isAddressDead ? clock() : undefined,
        });
      case 'uncertain':
        log.warn({ letter: id, kind }, 'It is not clear whether a letter was sent.');
        return await storage.mail.finish(id, { state: 'uncertain', reply });
      case 'later':
        return await tryLater(letter, reply);
      case 'unreachable':
        if (result.isOneLetter) return await tryLater(letter, reply);
        return await storage.mail.postpone(id, { dueAt: clock(), attempts, reply });
    }
  }

  /** Postpones the letter, or gives it up after the last attempt. */
  async function tryLater({ id, kind, attempts }: Letter, reply: string): Promise<void> {
    const waitMs = RETRIES_MS[attempts];
    if (waitMs) {
      const dueAt = clock() + waitMs;
      return await storage.mail.postpone(id, { dueAt, attempts: attempts + 1, reply });
    }
    log.warn({ letter: id, kind }, 'A letter was given up after the last attempt.');
    await storage.mail.finish(id, { state: 'refused', reply: `Given up. ${reply}` });
  }
}
