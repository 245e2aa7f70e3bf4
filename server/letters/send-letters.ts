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
import type { MailTransport } from './mail-transport.ts';
import { createSendingPauses, type LetterName } from './sending-pauses.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/**
 * How many letters are sent at the same time. If the program is killed, it is unknown whether they have arrived. If
 * there were fewer, turns would wait for deliveries that take longer than usual.
 */
export const MOST_AT_ONCE = 4;
/** The time between two turns. Most deliveries are shorter, so that a turn need not wait for the delivery before. */
const USUAL_PACE_MS = 2_000;
/** A turn takes this share of an hour divided by its budget: less than 1, so that delays do not leave budget unused. */
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
  settings: Pick<MailSettings, 'budget'>;
  composer: Composer;
  transport: MailTransport;
  meter: LetterMeter;
  log: FastifyBaseLogger;
}

/** Sends the letters that are due, one in each turn. Only one instance may do this at a time (see `Letters.asOnlySender`). */
export function createSender(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  { settings, composer, transport, meter, log }: Sending,
) {
  const { letters } = storage;
  const { budget } = settings;
  const pauses = createSendingPauses({ storage, clock }, log);
  const deliveries = new Set<Promise<void>>();
  /** How many letters are sent at the same time: fewer, until `settle`, to a server that takes fewer connections. */
  let atOnce = MOST_AT_ONCE;
  const failures: unknown[] = [];

  return {
    /** The time from the start of one turn to the start of the next. */
    paceMs: Math.min(USUAL_PACE_MS, (SHARE_OF_EVEN_PACE * HOUR_MS) / budget.perHour),

    /**
     * Begins to send the next letter, if one is due, the budget allows it and the mail server can be used.
     *
     * @param tooLate ends the deliveries in progress. Their results are stored
     * @returns whether the turn was used
     */
    async takeTurn(tooLate: AbortSignal): Promise<boolean> {
      while (deliveries.size >= (pauses.isOneAtATime() ? 1 : atOnce))
        await Promise.race(deliveries);
      if (pauses.isPaused()) return false;
      const at = clock();
      const turn = await letters.take(budget, at);
      if (typeof turn === 'string') {
        await pauses.afterTurn(turn, at);
        return false;
      }
      const delivery = deliver(turn, tooLate)
        .catch((reason: unknown) => void failures.push(reason))
        .finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
      return true;
    },

    /** Resolves when no letter is being sent. @throws if the result of one could not be stored */
    async settle(): Promise<void> {
      await Promise.all(deliveries);
      atOnce = MOST_AT_ONCE;
      for (const reason of failures.splice(0)) throw reason;
    },
  };

  async function deliver(taken: Taken, tooLate: AbortSignal): Promise<void> {
    const composed = await compose(taken);
    // The person has just left.
    if (!composed) return;
    const result = await transport.send(composed, tooLate);
    meter.count(result.outcome);
    // An answer about the sender may be about this recipient after all, if a letter was accepted just before: then the
    // attempt counts.
    const isItsOwn = result.isOneLetter !== undefined && !pauses.isFailing();
    // A connection that is refused beside others may be one more than the server takes.
    const isOneTooMany =
      result.outcome === 'unreachable' && !result.isOneLetter && deliveries.size > 1;
    if (isOneTooMany) atOnce = deliveries.size - 1;
    await Promise.all([
      // A pause begins before the result is stored, so that no letter is tried meanwhile.
      !isOneTooMany && pauses.after(nameOf(taken), result),
      letters.finish(taken.id, endOf(taken, result, isItsOwn)),
    ]);
    // Otherwise the next connection may be one more than the server takes.
    await result.closed;
  }

  /** @returns undefined for a person who is no longer a member */
  async function compose(taken: Taken): Promise<ComposedLetter | undefined> {
    if ('mailing' in taken) return composer.composeMailing(taken);
    if (taken.kind === 'place') return await composePlace(taken);
    const askedAt = taken.kind === 'earlier' ? await storage.launch.askedAt() : undefined;
    const isLastCall = askedAt !== undefined && taken.at >= askedAt;
    return composer.compose(taken, isLastCall ? 'last-call' : undefined);
  }

  async function composePlace(letter: Letter): Promise<ComposedLetter | undefined> {
    const found = await storage.members.position(letter.email);
    if (found?.state === 'invited') return composer.compose(letter, found.state);
    return found?.state === 'confirmed' ? composer.compose(letter, found) : undefined;
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

function nameOf(taken: Taken): LetterName {
  return 'mailing' in taken
    ? { letter: taken.id, mailing: taken.mailing }
    : { letter: taken.id, kind: taken.kind };
}
