import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { WaitsFor } from '../../contract/mail.ts';
import type { AppParts } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/**
 * After so many letters in a row that were refused or are uncertain, or that were put off, the cause is probably the mail
 * server or the sender, not the letters.
 */
const MANY_IN_A_ROW = 3;

/** The pauses, one after the other, while no letter can be sent. The last one is repeated. */
const PAUSE_MINUTES = [1, 2, 5, 15];

const sentences: Readonly<Record<Exclude<WaitsFor, 'server'>, string>> = {
  hour: 'The budget of this hour is used up (MAIL_PER_HOUR; mailings have half of it). More leave from the next full hour on.',
  day: 'The budget of this day (UTC) is used up (MAIL_PER_DAY; mailings have half of it). More leave from midnight (UTC) on.',
  due: 'All that remain wait for their next attempt, or for the limit of their domain.',
};

/**
 * Decides when no letters are sent, and stores what they wait for: the dashboard, the commands and the notices say it. Of
 * several pauses in a row only the first one is logged.
 */
export function createSendingPauses(
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  log: FastifyBaseLogger,
) {
  const { list, wait } = storage.letters;
  let pausedUntil = 0;
  /** How many pauses there were since the mail server could last be used. */
  let pauses = 0;
  /** How many letters were refused or are uncertain since one was accepted. Addresses that do not exist do not count. */
  let rejected = 0;
  let putOff = 0;

  function pause(message: string): void {
    const minutes = PAUSE_MINUTES[pauses] ?? Math.max(...PAUSE_MINUTES);
    pausedUntil = clock() + minutes * MINUTE_MS;
    pauses++;
    // Log lines contain no reply, because mail servers repeat the address in it.
    if (pauses === 1) log.warn(message);
  }

  function judge({ outcome, isFailure }: MailOutcome): void {
    if (outcome === 'accepted') rejected = 0;
    putOff = outcome === 'later' ? putOff + 1 : 0;
    if (outcome === 'unreachable') {
      pause('The mail server cannot be used. Letters wait.');
    } else if (isFailure && ++rejected >= MANY_IN_A_ROW) {
      pause(`${MANY_IN_A_ROW} letters in a row were refused or are uncertain. Letters wait.`);
    } else if (rejected < MANY_IN_A_ROW) {
      if (pauses > 0) log.info('The mail server can be used again.');
      pauses = 0;
    }
  }

  return {
    isPaused: () => pausedUntil > clock(),

    /** Whether no letter was accepted since the mail server could not be used. */
    isFailing: () => pauses > 0,

    /** After `take` has returned no letter. While the mail server takes none, this reason stays if a letter waits. */
    async afterTurn(why: Exclude<WaitsFor, 'server'> | 'nothing due', at: number): Promise<void> {
      const mayWait = async () => (await list({ state: 'waiting', limit: 1 })).length > 0;
      if (pauses > 0 && (why !== 'nothing due' || (await mayWait()))) return;
      const of = why === 'nothing due' ? undefined : { for: why, why: sentences[why] };
      await wait.store(of, at);
    },

    /** After an attempt to send a letter. */
    async after(result: MailOutcome): Promise<void> {
      judge(result);
      if (result.outcome === 'accepted') await wait.store(undefined, clock());
      else if (pauses > 0 || putOff >= MANY_IN_A_ROW)
        await wait.store({ for: 'server', why: withoutAddresses(result.reply) }, clock());
    },
  };
}

/** A mail server may repeat the address of the person. */
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/\S*@\S*?(?=:?(\s|$))/g, '…');
}
