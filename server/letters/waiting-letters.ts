import type { WaitsFor } from '../../contract/mail.ts';
import type { AppParts } from '../app-parts.ts';

/** Why a turn sends no letter. */
export type TurnWait = Exclude<WaitsFor, 'server'> | 'nothing due';

/** After so many letters that were put off in a row, the cause is the mail server, and not the letters. */
const MANY_PUT_OFF = 3;

const sentences: Readonly<Record<Exclude<WaitsFor, 'server'>, string>> = {
  hour: 'The budget of this hour is used up (MAIL_PER_HOUR; mailings have half of it).',
  day: 'The budget of this day (UTC) is used up (MAIL_PER_DAY; mailings have half of it).',
  'slow day':
    'A site that is new to mailings sends few letters on its first days, and those of today (UTC) have left.',
  due: 'All that remain wait for their next attempt, or for the limit of their domain.',
};

/** Stores what letters wait for, when it changes: the dashboard, the commands and the notices say it. */
export function createWaitingLetters({ storage, clock }: Pick<AppParts, 'storage' | 'clock'>) {
  const { letters } = storage;
  let putOff = 0;

  /** Of those that people asked for. With letters of a mailing, a turn is not `nothing due`. */
  async function hasWaiting(): Promise<boolean> {
    return (await letters.list({ state: 'waiting', limit: 1 })).length > 0;
  }

  return {
    /** While the mail server takes no letters, that stays what they wait for, if any letter waits. */
    async afterTurn(why: TurnWait, isFailing: boolean): Promise<void> {
      if (isFailing && (why !== 'nothing due' || (await hasWaiting()))) return;
      const wait = why === 'nothing due' ? undefined : { for: why, why: sentences[why] };
      await letters.wait.store(wait, clock());
    },

    /**
     * After a delivery.
     *
     * @param isFailing whether no letter can be sent at present
     */
    async afterDelivery(
      { outcome, reply }: { outcome: string; reply: string },
      isFailing: boolean,
    ): Promise<void> {
      putOff = outcome === 'later' ? putOff + 1 : 0;
      if (outcome === 'accepted') await letters.wait.store(undefined, clock());
      else if (isFailing || putOff >= MANY_PUT_OFF)
        await letters.wait.store({ for: 'server', why: withoutAddresses(reply) }, clock());
    },
  };
}

/** A mail server may repeat the address of the person. */
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/\S*@\S*?(?=:?(\s|$))/g, '…');
}
