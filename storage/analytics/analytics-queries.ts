import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import type { InviterSelection, InviterStats } from '../interface/analytics.ts';
import { searchText, withoutVariants } from '../search-text.ts';

/** The counts of one inviter, without the name. */
export interface Counted extends Omit<InviterStats, 'id' | 'username'> {
  key: number;
}

/** The inviters of a selection. */
export interface Selected {
  /** How many inviters have events. */
  inviters: number;
  /** How many of them match on all pages. */
  matching: number;
  /** The counts of the rows from the offset on, in steps. A step is parsed only when the iteration reaches it. */
  steps: Iterable<Counted[]>;
}

/** See `Analytics.read`. */
export interface Page extends InviterSelection {
  /** 0 if it is missing. */
  offset?: number;
  /** All rows if it is missing. */
  limit?: number;
}

export async function selectInviters(
  { rankInviters }: Pick<Engine, 'rankInviters'>,
  db: Kysely<Database>,
  { search, sort, order, offset = 0, limit = Number.MAX_SAFE_INTEGER }: Page,
): Promise<Selected> {
  const text = await rankInviters(db, [
    withoutVariants(searchText(search)),
    sort,
    order,
    offset,
    limit,
  ]);
  const [numbers = '', ...steps] = text.split('\n');
  const [inviters = 0, matching = 0] = numbers.split(',').map(Number);
  return { inviters, matching, steps: steps.values().map(asStep) };
}

/** Parses the comma-separated numbers as a JSON array. This takes a fifth of the time that splitting the text takes. */
function asStep(text: string): Counted[] {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const step: Counted[] = [];
  for (let n = 0; n < numbers.length; n += 5) {
    const [key = 0, pageViews = 0, downloads = 0, invitesSent = 0, invitesAccepted = 0] =
      numbers.slice(n, n + 5);
    step.push({ key, pageViews, downloads, invitesSent, invitesAccepted });
  }
  return step;
}

/** @returns the same rows with names, in the same order, without inviters who were erased meanwhile */
export async function withNames(
  { inviterNames }: Pick<Engine, 'inviterNames'>,
  db: Kysely<Database>,
  counted: readonly Counted[],
): Promise<InviterStats[]> {
  const { rows } = await inviterNames(counted.map(({ key }) => key)).execute(db);
  const names = JSON.parse(rows[0]?.names ?? '{}') as Record<number, [id: string, name: string]>;
  return counted.flatMap(({ key, ...counts }) => {
    const found = names[key];
    return found ? [{ id: found[0], username: found[1], ...counts }] : [];
  });
}
