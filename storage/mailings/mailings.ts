import type { Kysely, Transaction, Updateable } from 'kysely';
import type { Act, Author } from '../../contract/audit.ts';
import { type LetterState, type MailingKind, PAUSED_BY_ADMIN } from '../../contract/mailings.ts';
import type { Recipient } from '../../contract/schemas/mailings.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { addressHashesOf } from '../letters/address-hashes.ts';
import type { MailingRow } from '../letters/found-letter.ts';
import { NO_COUNTS } from '../letters/gates.ts';
import { takeBackLaunch } from '../letters/launches.ts';
import { codeOf } from '../letters/letter.ts';
import { isRestored } from '../notices.ts';
import { readPeople, setReservedBack } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { type Mailing, readMailing, readMailings, readRecipients } from './read-mailings.ts';
import { countMembers, countNext, type RecipientFigures } from './recipients.ts';
import { type NewMailing, type NotSent, needsTest, sendMailing } from './send-mailing.ts';

type Changes = Updateable<Database['mailing']>;

/** Mailings to people who have confirmed, as admins see and change them (decision 062). */
export function createMailings(engine: Engine) {
  /**
   * Changes the mailing that has not ended.
   *
   * @param only the id that this mailing must have, if given
   * @returns undefined if every mailing has ended, or this one has another id
   */
  const change = (
    author: Author,
    act: Act,
    only: number | undefined,
    changed: (db: Transaction<Database>, mailing: MailingRow) => Promise<Changes>,
  ): Promise<Mailing | undefined> =>
    engine.transaction(async (db) => {
      const running = db.selectFrom('mailing').selectAll().where('ended_at', 'is', null);
      const found = await running.executeTakeFirst();
      if (!found || found.id !== (only ?? found.id)) return undefined;
      const changes = await changed(db, found);
      await db.updateTable('mailing').set(changes).where('id', '=', found.id).execute();
      await recordAct(db, author, act, `mailing ${found.id}`);
      return await readMailing(db, found.id);
    });

  return {
    /** @param id of a mailing; the newest if undefined */
    find: (id?: number): Promise<Mailing | undefined> =>
      engine.snapshot((db) => readMailing(db, id)),

    /** @returns the newest first */
    list: (most: number): Promise<Mailing[]> => engine.snapshot((db) => readMailings(db, most)),

    /** Whether a test letter must be sent before the first mailing. */
    needsTest: (at: number): Promise<boolean> => engine.snapshot((db) => needsTest(db, at)),

    /** Whether none begins before an admin has looked up what was sent before a restore: see `storage.launch.goOn`. */
    isHeld: (): Promise<boolean> => isRestored(engine.db),

    /**
     * Whom a mailing would reach now.
     *
     * @param next of the kind `next`: at most so many; its phone also counts for `everybody`
     * @param platforms of `launchedPlatforms`, for `launch`
     */
    async figures(kind: MailingKind, next: NextPeople, platforms = 0): Promise<RecipientFigures> {
      if (kind !== 'next') return await countMembers(engine.reports, kind, next, platforms);
      const hashes = await addressHashesOf(engine);
      return await engine.snapshot((db) => countNext(db, hashes, next));
    },

    /**
     * Stores a mailing with all its letters. The people of the kind `next` are reserved for a new wave. It begins later
     * (`MAILING_BEGINS_AFTER_MINUTES`).
     */
    async send(mailing: NewMailing, author: Author): Promise<Mailing | NotSent> {
      const hashes = await addressHashesOf(engine);
      return await engine.transaction(async (db) => {
        const id = await sendMailing(db, hashes, mailing, author);
        return typeof id === 'number' ? ((await readMailing(db, id)) ?? 'changed') : id;
      });
    },

    /** @param only the mailing that the admin saw; by default the one that has not ended */
    pause: (author: Author, only?: number): Promise<Mailing | undefined> =>
      change(author, 'pause-mailing', only, async (_db, { paused_why }) => ({
        paused_why: paused_why ?? PAUSED_BY_ADMIN,
      })),

    /** @returns `restored` while none begins: see `isHeld` */
    async resume(author: Author, only?: number): Promise<Mailing | 'restored' | undefined> {
      if (await isRestored(engine.db)) return 'restored';
      const changes = { paused_why: null, ...NO_COUNTS };
      return await change(author, 'resume-mailing', only, async () => changes);
    },

    /** Ends the mailing that has not ended. People whose letter waits are set back to waiting. */
    end: (author: Author, only?: number): Promise<Mailing | undefined> =>
      change(author, 'end-mailing', only, async (db, { id, wave }) => {
        await endLetters(db, id, wave, author.at);
        await takeBackLaunch(db, id);
        return { ended_at: author.at, paused_why: null };
      }),

    /** The letters of a mailing in a state, in steps, so that writers never wait. */
    recipients: (mailing: number, state: LetterState): AsyncGenerator<Recipient[], undefined> =>
      readRecipients(engine.reports, mailing, state),
  };
}

/** @param wave of the mailing */
async function endLetters(
  db: Kysely<Database>,
  mailing: number,
  wave: number | null,
  at: number,
): Promise<void> {
  const letters = db.updateTable('letter').where('mailing', '=', mailing);
  const waiting = letters.where('state', '=', codeOf('waiting'));
  const ended = waiting.set({ state: codeOf('ended'), since: at });
  // Without a wave no person is reserved, so the addresses are not read.
  if (wave === null) {
    await ended.execute();
    return;
  }
  const rows = await ended.returning('email').execute();
  const emails = rows.map(({ email }) => email);
  await setReservedBack(db, wave, await readPeople(db, emails), at);
}
