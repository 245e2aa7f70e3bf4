import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Letter } from '../../storage/letters/letter.ts';
import type { LetterEnd } from '../../storage/letters/letter-results.ts';
import type { MailingLetter } from '../../storage/letters/take-letter.ts';
import type { AppParts } from '../app-parts.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import type { Composer } from './compose-letter.ts';
import type { LetterMeter } from './letter-meter.ts';
import type { ComposedLetter } from './mail-message.ts';
import { sendLetter } from './mail-transport.ts';
import { createSendingPauses } from './sending-pauses.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** The time between the beginnings of two letters. */
const USUAL_PACE_MS = 2_000;
/** A letter takes this share of an hour divided by its budget: less than 1, so that delays do not leave budget unused. */
const SHARE_OF_EVEN_PACE = 0.8;
/** The times between attempts to send a letter. Greylisting ends after minutes, a full mailbox after days. */
const RETRY_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60];

const unsent = {
  refused: 'The mail server has refused a letter.',
  uncertain: 'It is not clear whether a letter was sent.',
} as const;

/** A letter that is `sending`. */
type Taken = Letter | MailingLetter;

export interface Sending {
  settings: MailSettings;
  composer: Composer;
  meter: LetterMeter;
  log: FastifyBaseLogger;
}

/**
 * Sends the letters that are due, one after the other: a mail server may take one connection only, and if the program is
 * killed, it is unknown of one letter whether it has arrived. Only one instance may do this at a time (see
 * `Letters.asOnlySender`).
 */
export function createSender(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  { settings, composer, meter, log }: Sending,
) {
  const { letters } = storage;
  const { budget } = settings;
  const pauses = createSendingPauses({ storage, clock }, log);

  return {
    paceMs: Math.min(USUAL_PACE_MS, (SHARE_OF_EVEN_PACE * HOUR_MS) / budget.perHour),

    /**
     * Sends the next letter, if one is due, the budget allows it and the mail server can be used.
     *
     * @param tooLate ends the delivery. Its result is stored
     * @returns whether there was one
     */
    async sendNext(tooLate: AbortSignal): Promise<boolean> {
      if (pauses.isPaused()) return false;
      const at = clock();
      const turn = await letters.take(budget, at);
      if (typeof turn === 'string') {
        if (turn !== 'next') await pauses.afterTurn(turn, at);
        return false;
      }
      const composed = await compose(turn);
      // Otherwise the person has just left.
      if (composed) await finish(turn, await sendLetter(settings, composed, tooLate));
      return true;
    },
  };

  async function finish(taken: Taken, result: MailOutcome): Promise<void> {
    meter.count(result.outcome);
    // An answer about the sender may be about this recipient after all, if a letter was accepted just before: then the
    // attempt counts.
    const isItsOwn = result.isOneLetter !== undefined && !pauses.isFailing();
    await pauses.after(result);
    await letters.finish(taken.id, endOf(taken, result, isItsOwn));
  }

  /** @returns undefined for a person who is no longer a member */
  async function compose(taken: Taken): Promise<ComposedLetter | undefined> {
    if ('mailing' in taken) return composer.composeMailing(taken);
    if (taken.kind !== 'position') return composer.compose(taken);
    const found = await storage.members.position(taken.email);
    if (found?.state === 'invited') return composer.compose(taken, found.state);
    return found?.state === 'confirmed' ? composer.compose(taken, found) : undefined;
  }

  function endOf(taken: Taken, result: MailOutcome, isItsOwn: boolean): LetterEnd {
    const { outcome, reply, isFailure } = result;
    const at = clock();
    const end = { reply, isFailure, at };
    if (outcome === 'later' || (outcome === 'unreachable' && isItsOwn)) return tryLater(taken, end);
    if (outcome === 'unreachable') {
      // Later, so that another letter is tried next.
      const dueAt = result.isOneLetter ? at + MINUTE_MS : taken.dueAt;
      return { ...end, state: 'waiting', dueAt, attempts: taken.attempts };
    }
    if (outcome !== 'accepted') log.warn(nameOf(taken), unsent[outcome]);
    return { ...end, state: outcome, isAddressDead: result.isAddressDead ?? false };
  }

  /** Postpones the letter, or gives it up after the last attempt. */
  function tryLater(taken: Taken, end: { reply: string; at: number }): LetterEnd {
    const { attempts } = taken;
    const waitMinutes = RETRY_MINUTES[attempts];
    if (waitMinutes) {
      const dueAt = end.at + waitMinutes * MINUTE_MS;
      return { ...end, state: 'waiting', dueAt, attempts: attempts + 1 };
    }
    log.warn(nameOf(taken), 'A letter was given up after the last attempt.');
    return { ...end, state: 'refused', reply: `Given up. ${end.reply}` };
  }
}

/** What the log says of a letter. */
function nameOf({ id: letter, ...taken }: Taken) {
  return 'mailing' in taken ? { letter, mailing: taken.mailing } : { letter, kind: taken.kind };
}
