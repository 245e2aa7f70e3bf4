import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { UserStats } from '../../contract/schemas/analytics.ts';
import type { InviterSelection } from '../../storage/interface/analytics.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AppParts } from '../app-parts.ts';
import { asCsv } from '../csv.ts';
import type { Handler } from '../http/call.ts';
import { presentInviter, selectionOf } from './get-analytics.ts';
import { whileAllowed } from './while-allowed.ts';

/** Sends an admin all inviters that match a search, as CSV. The download is aborted if the user loses access. */
export function getAnalyticsCsv(
  { storage, clock }: AppParts,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'getAnalyticsCsv'> {
  return (request, reply) => {
    const day = new Date(clock()).toISOString().slice(0, 10);
    const csv = asCsv(Object.keys(UserStats.properties));
    // An error closes the connection: otherwise an incomplete file would look complete.
    const rows = rowsOf(storage, selectionOf(request.query), () => isAdmin(request));
    pipeline(rows, csv).catch(() => {});
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="invites-${day}.csv"`)
      .send(csv);
  };
}

async function* rowsOf(
  { analytics }: Storage,
  selection: InviterSelection,
  isAllowed: () => Promise<boolean>,
) {
  const list = await analytics.list(selection);
  for await (const step of whileAllowed(list.rows, isAllowed)) yield* step.map(presentInviter);
}
