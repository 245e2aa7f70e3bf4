import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { sortFields } from '../../contract/analytics.ts';
import type { UserStats } from '../../contract/schemas/analytics.ts';
import type { InviterStats } from '../../storage/interface/analytics.ts';
import type { AppParts } from '../app-parts.ts';
import { asCsv } from '../csv.ts';
import type { Handler } from '../http/call.ts';
import { presentInviter, selectionOf } from './get-analytics.ts';
import { whileAllowed } from './while-allowed.ts';

const COLUMNS = ['userId', ...sortFields] as const;

/**
 * Sends an admin, as CSV, all inviters who match a search and have counted events. The download is aborted if the user
 * loses access.
 */
export function getAnalyticsCsv(
  { storage, clock }: AppParts,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'getAnalyticsCsv'> {
  return async (request, reply) => {
    const day = new Date(clock()).toISOString().slice(0, 10);
    const { rows } = await storage.analytics.list(selectionOf(request.query));
    const steps = presentEach(whileAllowed(rows, () => isAdmin(request)));
    // An error closes the connection: otherwise an incomplete file would look complete.
    const body = Readable.from(asCsv(COLUMNS, steps), { objectMode: false });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="invites-${day}.csv"`)
      .send(body);
  };
}

async function* presentEach(steps: AsyncIterable<InviterStats[]>): AsyncGenerator<UserStats[]> {
  for await (const step of steps) yield step.map(presentInviter);
}
