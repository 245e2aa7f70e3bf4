import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { WaitsFor } from '../../contract/mail.ts';
import type { AppParts } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** How long nothing is sent after the budget was used up. */
const BUDGET_PAUSE_MS = MINUTE_MS;
/**
 * After so many refused or uncertain letters of the last ones, the cause is probably the mail server or the sender, not
 * the letters.
 */
const MAX_REJECTED = 3;
const LAST_LETTERS = 5;
/** After so many letters that were put off in a row, the cause is the mail server, and not the letters. */
const MANY_PUT_OFF = 3;

/** The pauses, one after the other, while no letter can be sent. The last one is repeated. */
const PAUSE_MINUTES = [1, 2, 5, 15];

const sentences: Readonly<Record<Exclude<WaitsFor, 'server'>, string>> = {
  hour: 'The budget of this hour is used up (MAIL_PER_HOUR; mailings have half of it).',
  day: 'The budget of this day (UTC) is used up (MAIL_PER_DAY; mailings have half of it).',
  'slow day':
    'A site that is new to mailings sends few letters on its first days, and those of today (UTC) are sent.',
  due: 'All that remain wait for their next attempt, or for the limit of their domain.',
};

/** What the log says of a letter. */
export type LetterName = Readonly<Record<string, string | number>>;

/**
 * Decides when no letters are sent, and stores what they wait for: the dashboard, the commands and the notices say it. Of
 * several pauses in a row only the first one is logged.
 */
export function createSendingPauses(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  log: FastifyBaseLogger,
) {
  const { letters } = storage;
  let pausedUntil = 0;
  /** How many pauses there were since the mail server could last be used. */
  let failures = 0;
  /** Whether it was refused or uncertain, for each of the last letters. Addresses that do not exist do not count. */
  let rejected: readonly boolean[] = [];
  let putOff = 0;
  const countRejected = () => rejected.filter(Boolean).length;
  const isPaused = () => pausedUntil > clock();

  function pause(letter: LetterName, message: string): void {
    // Two letters that are sent at the same time fail at about the same time. They count as one failure.
    if (isPaused()) return;
    const minutes = PAUSE_MINUTES[failures] ?? Math.max(...PAUSE_MINUTES);
    pausedUntil = clock() + minutes * MINUTE_MS;
    failures++;
    // Log lines contain no reply, because mail servers repeat the address in it.
    if (failures === 1) log.warn(letter, message);
  }

  function judge(letter: LetterName, result: MailOutcome): void {
    putOff = result.outcome === 'later' ? putOff + 1 : 0;
    if (result.outcome === 'unreachable') {
      pause(letter, 'The mail server cannot be used. Letters wait.');
      return;
    }
    rejected = [...rejected, result.isFailure].slice(-LAST_LETTERS);
    if (countRejected() < MAX_REJECTED) {
      if (failures > 0) log.info('The mail server can be used again.');
      failures = 0;
    } else if (result.isFailure) {
      const few = `${MAX_REJECTED} of the last ${LAST_LETTERS} letters were refused or are uncertain.`;
      pause(letter, `${few} Letters wait.`);
    }
  }

  return {
    isPaused,

    /** Whether each letter must wait for the outcome of the one before. */
    isOneAtATime: () => countRejected() > 0 || failures > 0,

    /** Whether no letter was accepted since the mail server could not be used. */
    isFailing: () => failures > 0,

    /**
     * After a turn that sent no letter. While the mail server takes no letters, that stays what they wait for, if any letter
     * waits. With letters of a mailing, a turn is not `nothing due`.
     *
     * @param at the time for which the budget was read. The pause is counted from this time. Counted from the current
     *   time, it could last longer into the next hour, which has a new budget
     */
    async afterTurn(why: Exclude<WaitsFor, 'server'> | 'nothing due', at: number): Promise<void> {
      // A longer pause is kept: a letter that was sent at the same time may have found that no letter can be sent.
      if (why === 'hour' || why === 'day')
        pausedUntil = Math.max(pausedUntil, at + BUDGET_PAUSE_MS);
      const isDone =
        why === 'nothing due' &&
        (failures === 0 || (await letters.list({ state: 'waiting', limit: 1 })).length === 0);
      if (isDone) await letters.wait.store(undefined, at);
      else if (failures === 0 && why !== 'nothing due')
        await letters.wait.store({ for: why, why: sentences[why] }, at);
    },

    /** @param letter that was tried */
    async after(letter: LetterName, result: MailOutcome): Promise<void> {
      judge(letter, result);
      if (result.outcome === 'accepted') await letters.wait.store(undefined, clock());
      else if (failures > 0 || putOff >= MANY_PUT_OFF)
        await letters.wait.store({ for: 'server', why: withoutAddresses(result.reply) }, clock());
    },
  };
}

/** A mail server may repeat the address of the person. */
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/\S*@\S*?(?=:?(\s|$))/g, '…');
}
