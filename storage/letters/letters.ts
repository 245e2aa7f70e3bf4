import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { change, type Engine } from '../engine.ts';
import { stopReasons } from '../erasures.ts';
import type { Letters } from '../interface/letters.ts';
import { readSecret } from '../secret.ts';
import { asLetter, codeOf, readBegun, readFigures } from './letter-rows.ts';
import { queueStep } from './queue-step.ts';
import { ASKS_PER_STEP } from './read-asks.ts';
import { lockAddress } from './remove-address.ts';
import { Subjects } from './subjects.ts';

/** The states in which the result `sent` is stored: see `Letters.finish`. */
const BEFORE_SENT = [codeOf('sending'), codeOf('unclear')];

export function createLetters(engine: Engine): Letters {
  const { db } = engine;
  return {
    secret: () => readSecret(engine, 'secret'),

    async begin(at) {
      if ((await readBegun(engine)) !== undefined) return;
      const first = db
        .insertInto('letters_begun')
        .values({ id: 1, at, unscrubbed: 0 })
        .onConflict((conflict) => conflict.doNothing());
      await change(engine, first);
    },

    begunAt: () => readBegun(engine),

    asOnlySender: (work) => engine.asOnlyCopy('sending', work),

    markInterrupted: () =>
      change(
        engine,
        db
          .updateTable('letter')
          .set({
            state: codeOf('unclear'),
            reply: 'The site ended while it was sending this letter.',
          })
          .where('state', '=', codeOf('sending')),
      ),

    async queue(at) {
      let read = 0;
      for (;;) {
        const asks = await queueStep(engine, at);
        read += asks;
        if (asks < ASKS_PER_STEP) return read;
        // Lets the event loop answer requests between two steps.
        await setImmediate();
      }
    },

    async due(at, limit) {
      const rows = await db
        .selectFrom('letter')
        .selectAll()
        .where('state', '=', codeOf('waiting'))
        // A later time was stored while the clock was ahead. The letter would wait until that time.
        .where(({ or, eb }) => or([eb('due_at', '<=', at), eb('due_at', '>', at + 2 * DAY_MS)]))
        .orderBy('kind')
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(asLetter);
    },

    async startSending(id) {
      const starting = db
        .updateTable('letter')
        .set({ state: codeOf('sending') })
        .where('id', '=', id)
        .where('state', '=', codeOf('waiting'));
      return (await change(engine, starting)) === 1;
    },

    async finish(id, { state, reply, deadAt }) {
      const finishing = db
        .updateTable('letter')
        .set({ state: codeOf(state), reply })
        .where('id', '=', id)
        .where('state', 'in', state === 'sent' ? BEFORE_SENT : [codeOf('sending')])
        .compile();
      const email = deadAt === undefined ? undefined : await readEmail(engine, id);
      await engine.write(
        deadAt === undefined || email === undefined
          ? [finishing]
          : [...(await storeDead(engine, { id, email, deadAt })), finishing],
      );
    },

    async postpone(id, { dueAt, attempts, reply }) {
      const postponing = db
        .updateTable('letter')
        .set({ state: codeOf('waiting'), due_at: dueAt, attempts, reply })
        .where('id', '=', id)
        .where('state', '=', codeOf('sending'));
      await change(engine, postponing);
    },

    figures: () => readFigures(engine),

    async list({ state, limit }) {
      const rows = await db
        .selectFrom('letter')
        .selectAll()
        .$if(state !== undefined, (all) => all.where('state', '=', codeOf(state ?? 'waiting')))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(asLetter);
    },

    async find(id) {
      const row = await db.selectFrom('letter').selectAll().where('id', '=', id).executeTakeFirst();
      return row && asLetter(row);
    },

    async sendAgain(id, at) {
      const email = await readEmail(engine, id);
      if (email === undefined) return false;
      const subject = (await Subjects.of(engine)).hashAddress(email);
      const [changed] = await engine.write([
        db
          .updateTable('letter')
          .set({ state: codeOf('waiting'), due_at: at, attempts: 0, reply: null })
          .where('id', '=', id)
          .where('state', 'in', [codeOf('unclear'), codeOf('refused')])
          .compile(),
        db
          .deleteFrom('stopped')
          .where('subject', '=', subject)
          .where('reason', '=', stopReasons.dead)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('letter')
                .select('id')
                .where('id', '=', id)
                .where('state', '=', codeOf('waiting')),
            ),
          )
          .compile(),
      ]);
      return changed === 1;
    },

    async askEarlier(at) {
      const [, asked, isFirst] = await engine.write([
        // Locks the row, so that of two commands at the same time only one adds rows to `ask`.
        sql`
          INSERT INTO letters_begun (id, at, unscrubbed) VALUES (1, ${at}, 0)
          ON CONFLICT (id) DO UPDATE SET id = excluded.id`.compile(db),
        sql`
          INSERT INTO ask (email, at, earlier)
          SELECT email, ${at}, 1 FROM waitlist, letters_begun
          WHERE joined_at < letters_begun.at AND earlier_asked_at IS NULL`.compile(db),
        sql`
          UPDATE letters_begun SET earlier_asked_at = ${at} WHERE earlier_asked_at IS NULL
            AND EXISTS (SELECT 1 FROM waitlist WHERE joined_at < letters_begun.at)`.compile(db),
      ]);
      if (isFirst === 1) return asked;
      return (await wasEarlierAsked(engine)) ? undefined : 0;
    },
  };
}

async function wasEarlierAsked({ db }: Engine): Promise<boolean> {
  const row = await db.selectFrom('letters_begun').select('earlier_asked_at').executeTakeFirst();
  return row?.earlier_asked_at != null;
}

async function readEmail({ db }: Engine, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('letter').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}

/** Reads the letter's row, so that nothing is stored about an address that was erased before the locks. */
async function storeDead(
  engine: Engine,
  { id, email, deadAt }: { id: number; email: string; deadAt: number },
): Promise<CompiledQuery[]> {
  const subject = (await Subjects.of(engine)).hashAddress(email);
  return [
    lockAddress(engine, email),
    // An address that has left has no row for `lockAddress`.
    sql`UPDATE letter SET attempts = attempts WHERE id = ${id}`.compile(engine.db),
    sql`
      INSERT INTO stopped (subject, reason, at)
      SELECT ${subject}, ${sql.lit(stopReasons.dead)}, ${deadAt} FROM letter
      WHERE id = ${id} AND state = ${sql.lit(codeOf('sending'))}
      ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at`.compile(engine.db),
  ];
}
