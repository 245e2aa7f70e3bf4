import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { LetterBudget } from '../../contract/mail.ts';
import type { Letter } from '../../storage/letters/letter.ts';
import type { MailingLetter, MailingTurn } from '../../storage/letters/mailing-turn.ts';
import type { Turn } from '../../storage/letters/take-turn.ts';
import type { Position } from '../../storage/waitlist/members.ts';
import type { AppParts } from '../app-parts.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import type { Composer } from './compose-letter.ts';
import type { LetterMeter } from './letter-meter.ts';
import type { ComposedLetter } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import { createSendingPauses, type LetterName } from './sending-pauses.ts';
import { isFailure, type MailOutcome } from './smtp-outcome.ts';
import { createWaitingLetters, type TurnWait } from './waiting-letters.ts';

/**
 * How many letters are sent at the same time. If the program is killed, it is unknown whether they have arrived. If
 * there were fewer, turns would wait for deliveries that take longer than usual.
 */
export const MOST_AT_ONCE = 4;
/** The time between two turns. Most deliveries are shorter, so that a turn need not wait for the delivery before. */
const USUAL_PACE_MS = 2_000;
/** A turn takes this share of an hour divided by its budget: less than 1, so that delays do not leave budget unused. */
const SHARE_OF_EVEN_PACE = 0.8;
/** After so many accepted letters in a row, one more is sent at the same time. */
const MORE_AFTER_ACCEPTED = 20;
/** The times between attempts to send a letter. Greylisting ends after minutes, a full mailbox after days. */
const RETRY_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60];

/** A letter to be sent, and the functions that store its result. */
interface Delivery {
  name: LetterName;
  letter: ComposedLetter;
  attempts: number;
  dueAt: number;
  finish(
    state: 'accepted' | 'refused' | 'uncertain',
    end: { reply: string; isFailure: boolean; deadAt?: number | undefined },
  ): Promise<void>;
  postpone(postponed: {
    dueAt: number;
    attempts: number;
    reply: string;
    isFailure: boolean;
  }): Promise<void>;
}

export interface Sending {
  settings: Pick<MailSettings, 'budget'>;
  composer: Composer;
  transport: MailTransport;
  meter: LetterMeter;
  log: FastifyBaseLogger;
}

export type Sender = ReturnType<typeof createSender>;

/** Sends the letters that are due, one in each turn. Only one instance may do this at a time (see `Mail.asOnlySender`). */
export function createSender(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  { settings, composer, transport, meter, log }: Sending,
) {
  const { budget } = settings;
  const pauses = createSendingPauses(clock, log);
  const waiting = createWaitingLetters({ storage, clock });
  const deliveries = new Set<Promise<void>>();
  /** How many letters are sent at the same time: fewer to a server that takes fewer connections. */
  let atOnce = MOST_AT_ONCE;
  let acceptedInARow = 0;
  const failures: unknown[] = [];

  return {
    /** The time from the start of one turn to the start of the next. */
    paceMs: Math.min(USUAL_PACE_MS, (SHARE_OF_EVEN_PACE * HOUR_MS) / budget.perHour),

    /**
     * Begins to send the next letter, if one is due, the budget allows it and the mail server can be used.
     *
     * @param tooLate ends the deliveries in progress. Their results are stored
     * @param forSignUps as in `Mail.takeTurn`
     * @returns whether the turn was used
     */
    async takeTurn(tooLate: AbortSignal, forSignUps?: LetterBudget): Promise<boolean> {
      while (deliveries.size >= (pauses.isOneAtATime() ? 1 : atOnce))
        await Promise.race(deliveries);
      if (pauses.isPaused()) return false;
      const at = clock();
      const turn = await nextTurn(at, forSignUps);
      if (turn === 'no letter') return true;
      if (typeof turn === 'string') {
        await rest(turn, at);
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
      for (const reason of failures.splice(0)) throw reason;
    },
  };

  async function rest(why: TurnWait, at: number): Promise<void> {
    if (why === 'hour' || why === 'day') pauses.afterBudget(at);
    await waiting.afterTurn(why, pauses.isFailing());
  }

  /** Letters that people ask for go first. */
  async function nextTurn(
    at: number,
    forSignUps: LetterBudget | undefined,
  ): Promise<Turn | MailingTurn> {
    const turn = await storage.mail.takeTurn(budget, at, forSignUps);
    return turn === 'nothing due' ? await storage.mailingLetters.takeTurn(budget, at) : turn;
  }

  async function deliver(turn: Letter | MailingLetter, tooLate: AbortSignal): Promise<void> {
    const delivery = 'mailing' in turn ? ofMailing(turn) : await ofLetter(turn);
    // The person has just left.
    if (!delivery) return;
    const result = await transport.send(delivery.letter, tooLate);
    meter.count(result.outcome);
    acceptedInARow = result.outcome === 'accepted' ? acceptedInARow + 1 : 0;
    if (acceptedInARow >= MORE_AFTER_ACCEPTED && atOnce < MOST_AT_ONCE) {
      atOnce++;
      acceptedInARow = 0;
    }
    // An answer about the sender may be about this recipient after all, if a letter was accepted just before: then the
    // attempt counts.
    const isItsOwn = 'isOneLetter' in result && result.isOneLetter && !pauses.isFailing();
    if (isOneTooMany(result)) atOnce = Math.max(1, deliveries.size - 1);
    else pauses.after(delivery.name, result);
    await store(delivery, result, isItsOwn);
    await waiting.afterDelivery(result, pauses.isFailing());
    // Otherwise the next connection may be one more than the server takes.
    await result.closed;
  }

  /** A connection that is refused beside others may be one more than the server takes. */
  function isOneTooMany(result: MailOutcome): boolean {
    return result.outcome === 'unreachable' && !result.isOneLetter && deliveries.size > 1;
  }

  function ofMailing(letter: MailingLetter): Delivery {
    const { id, mailing, attempts, dueAt } = letter;
    const { finish, postpone } = storage.mailingLetters;
    return {
      name: { letter: id, mailing },
      letter: composer.composeMailing(letter),
      attempts,
      dueAt,
      finish: (state, end) => finish(id, { ...end, state, at: clock() }),
      postpone: (postponed) => postpone(id, { ...postponed, at: clock() }),
    };
  }

  async function ofLetter(letter: Letter): Promise<Delivery | undefined> {
    const isOfMember = letter.kind === 'place';
    const found = isOfMember ? await readPosition(letter) : undefined;
    const member = memberOf(found);
    if (isOfMember && !member) return undefined;
    const how = letter.kind === 'earlier' ? await readLastCall(letter) : member;
    const { id, kind, attempts, dueAt } = letter;
    const { finish, postpone } = storage.mail;
    return {
      name: { letter: id, kind },
      letter: composer.compose(letter, how),
      attempts,
      dueAt,
      finish: (state, end) =>
        finish(id, { ...end, state: state === 'accepted' ? 'sent' : state, at: clock() }),
      postpone: (postponed) => postpone(id, postponed),
    };
  }

  /** @returns what a letter says about a member; undefined for a person who is no longer a member */
  function memberOf(found: Position | undefined) {
    if (found?.state === 'invited') return found.state;
    return found?.state === 'confirmed' ? found : undefined;
  }

  function readPosition(letter: Letter): Promise<Position | undefined> {
    return orPostpone(letter, storage.members.position(letter.email));
  }

  /** Whether a letter asks to confirm before the launch. */
  async function readLastCall(letter: Letter): Promise<'last-call' | undefined> {
    const askedAt = await orPostpone(letter, storage.launch.askedAt());
    return askedAt !== undefined && letter.at >= askedAt ? 'last-call' : undefined;
  }

  /** If the content of the letter cannot be read, the letter waits again. */
  async function orPostpone<Read>(
    { id, dueAt, attempts }: Letter,
    read: Promise<Read>,
  ): Promise<Read> {
    try {
      return await read;
    } catch (error) {
      const reply = 'The database could not be read for the words of the letter.';
      await storage.mail.postpone(id, { dueAt, attempts, reply });
      throw error;
    }
  }

  async function store(delivery: Delivery, result: MailOutcome, isItsOwn: boolean): Promise<void> {
    const { name, attempts, dueAt, finish, postpone } = delivery;
    const end = { reply: result.reply, isFailure: isFailure(result) };
    switch (result.outcome) {
      case 'accepted':
        return await finish('accepted', end);
      case 'refused':
        log.warn(name, 'The mail server has refused a letter.');
        return await finish('refused', {
          ...end,
          deadAt: result.isAddressDead ? clock() : undefined,
        });
      case 'uncertain':
        log.warn(name, 'It is not clear whether a letter was sent.');
        return await finish('uncertain', end);
      case 'later':
        return await tryLater(delivery, end);
      case 'unreachable':
        if (isItsOwn) return await tryLater(delivery, end);
        // Later, so that another letter is tried next.
        return await postpone({
          dueAt: result.isOneLetter ? clock() + MINUTE_MS : dueAt,
          ...{ attempts, ...end },
        });
    }
  }

  /** Postpones the letter, or gives it up after the last attempt. */
  async function tryLater(
    delivery: Delivery,
    end: { reply: string; isFailure: boolean },
  ): Promise<void> {
    const { name, attempts, finish, postpone } = delivery;
    const waitMinutes = RETRY_MINUTES[attempts];
    if (waitMinutes) {
      const dueAt = clock() + waitMinutes * MINUTE_MS;
      return await postpone({ dueAt, attempts: attempts + 1, ...end });
    }
    log.warn(name, 'A letter was given up after the last attempt.');
    await finish('refused', { ...end, reply: `Given up. ${end.reply}` });
  }
}
