import type { WaitsFor } from '../../contract/mail.ts';
import type { AppParts } from '../app-parts.ts';

/** What a turn without a letter waits for. */
export type TurnWait = Exclude<WaitsFor, 'server'>;

/** After so many letters that were put off in a row, the cause is the mail server, and not the letters. */
const MANY_PUT_OFF = 3;

const sentences: Readonly<Record<TurnWait, string>> = {
  hour: 'The budget of this hour is used up (MAIL_PER_HOUR; mailings have half of it).',
  day: 'The budget of this day (UTC) is used up (MAIL_PER_DAY; mailings have half of it).',
  'slow day':
    'A site that is new to mailings sends few letters on its first days, and those of today (UTC) have left.',
  due: 'All that remain wait for their next attempt, or for the limit of their domain.',
};

/** Stores what letters wait for, when it changes: the dashboard, the commands and the notices say it. */
export function createWaitingLetters({ storage, clock }: Pick<AppParts, 'storage' | 'clock'>) {
  /** `unknown` until the first change after the start. */
  let told: WaitsFor | 'nothing' | 'unknown' = 'unknown';
  let putOff = 0;

  async function tell(wait: { for: WaitsFor; why: string } | undefined): Promise<void> {
    const next = wait?.for ?? 'nothing';
    if (next === told) return;
    await storage.mail.wait.store(wait, clock());
    told = next;
  }

  return {
    /** After a turn without a letter. @param waitsFor undefined if no letter is to be sent */
    afterTurn: (waitsFor: TurnWait | undefined): Promise<void> =>
      tell(waitsFor && { for: waitsFor, why: sentences[waitsFor] }),

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
      if (outcome === 'accepted') await tell(undefined);
      else if (isFailing || putOff >= MANY_PUT_OFF)
        await tell({ for: 'server', why: withoutAddresses(reply) });
    },
  };
}

/** A mail server may repeat the address of the person. */
function withoutAddresses(reply: string): string {
  const words = reply.split(' ').map((word) => (word.includes('@') ? '…' : word));
  return words.join(' ');
}
