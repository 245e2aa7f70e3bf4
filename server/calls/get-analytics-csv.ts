import { pipeline } from 'node:stream/promises';
import { UserStats } from '../../contract/schemas/analytics.ts';
import type { InviterSelection, Storage } from '../../storage/storage.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../call.ts';
import { asCsv } from '../csv.ts';
import { presentInviter, selectionOf } from './get-analytics.ts';

/** Gives an admin every row of a search, in its order, as a file. */
export function getAnalyticsCsv({ storage, clock }: AppParts): Handler<'getAnalyticsCsv'> {
  return ({ query }, reply) => {
    const day = new Date(clock()).toISOString().slice(0, 10);
    const csv = asCsv(Object.keys(UserStats.properties));
    // A failure half-way cuts the connection: a file that ends too early must not look whole.
    pipeline(rows(storage, selectionOf(query)), csv).catch(() => {});
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="invites-${day}.csv"`)
      .send(csv);
  };
}

async function* rows({ analytics }: Storage, selection: InviterSelection) {
  const list = await analytics.list(selection);
  for await (const step of list.rows) yield* step.map(presentInviter);
}
