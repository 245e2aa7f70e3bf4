import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/sign-in.ts';
import { dayOf } from '../counters.ts';
import type { Engine } from '../engine.ts';

/** Removes sessions, codes and counts that are past their time, and the numbers that only they needed. */
export async function forgetSignIns(engine: Engine, now: number): Promise<void> {
  const { db } = engine;
  await engine.write([
    db.deleteFrom('sign_in_code').where('valid_until', '<=', now).compile(),
    db.deleteFrom('spent_challenge').where('valid_until', '<=', now).compile(),
    db.deleteFrom('budget').where('day', '<', dayOf(now)).compile(),
    db
      .deleteFrom('session')
      .where(({ or, eb }) =>
        or([
          eb('seen_at', '<=', now - SESSION_IDLE_MS),
          eb('begun_at', '<=', now - SESSION_LIFETIME_MS),
        ]),
      )
      .compile(),
    db
      .deleteFrom('account')
      .where('user_id', 'not in', db.selectFrom('session').select('user_id'))
      .where('phone', 'not in', db.selectFrom('admin').select('phone'))
      .compile(),
  ]);
}
