import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Phone, phones } from '../../contract/phones.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

/** The number of a phone in the tables, null for none. */
export function codeOfPhone(phone: Phone | undefined): number | null {
  return phone ? phones.indexOf(phone) : null;
}

/** @param code as in the tables */
export function phoneOfCode(code: number | null | undefined): Phone | null {
  return phones[code ?? -1] ?? null;
}

/** A condition on `member`: whether the member has said to have this phone. Without one, it selects all. */
export function hasPhone(phone: Phone | undefined): RawBuilder<boolean> {
  return phone ? sql`member.phone = ${sql.lit(phones.indexOf(phone))}` : sql`1 = 1`;
}

/** The columns `iphone` and `android`: how many members have said to have each. */
export const countPhones = sql.join(
  phones.map(
    (phone) =>
      sql`CAST(count(CASE WHEN ${hasPhone(phone)} THEN 1 END) AS integer) AS ${sql.ref(phone)}`,
  ),
);

/** @returns null also for an address that belongs to no member */
export async function readPhone(db: Kysely<Database>, email: string): Promise<Phone | null> {
  const members = db.selectFrom('member').select('phone').where('email', '=', email);
  return phoneOfCode((await members.executeTakeFirst())?.phone);
}

/** Whether each person still has the phone for which they were chosen. */
export async function allHavePhone(
  db: Kysely<Database>,
  emails: readonly string[],
  phone: Phone | undefined,
): Promise<boolean> {
  if (!phone) return true;
  const members = db.selectFrom('member').select(({ fn }) => fn.countAll<number>().as('n'));
  const having = members.where('email', 'in', emails).where(hasPhone(phone));
  return Number((await having.executeTakeFirstOrThrow()).n) === emails.length;
}

/** Stores which phone a person has who has confirmed. Does nothing for other addresses. */
export async function choosePhone(engine: Engine, email: string, phone: Phone): Promise<void> {
  await engine.transaction(async (db) => {
    const member = db.updateTable('member').where('email', '=', email);
    await member.set({ phone: codeOfPhone(phone) }).execute();
  });
}
