import { pipeline } from 'node:stream/promises';
import { calls } from '../../contract/calls.ts';
import {
  AnalyticsCsvQuery,
  AnalyticsCsvResponse,
  UserStats,
} from '../../contract/schemas/analytics.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import type { InviterSelection, Storage } from '../../storage/storage.ts';
import type { App, AppParts } from '../app-parts.ts';
import { asCsv } from '../csv.ts';
import { presentInviter, selectionOf } from './get-analytics.ts';

/** Gives an admin every row of a search, in its order, as a file. */
export function getAnalyticsCsv(app: App, { storage, clock }: AppParts): void {
  app.route({
    method: calls.getAnalyticsCsv.method,
    url: calls.getAnalyticsCsv.path,
    schema: {
      summary: 'Every inviter of a search as CSV',
      querystring: AnalyticsCsvQuery,
      response: {
        200: {
          description: 'One line for each inviter.',
          content: { 'text/csv': { schema: AnalyticsCsvResponse } },
        },
        '4xx': ErrorResponse,
        '5xx': ErrorResponse,
      },
    },
    handler: ({ query }, reply) => {
      const day = new Date(clock()).toISOString().slice(0, 10);
      const csv = asCsv(Object.keys(UserStats.properties));
      // A failure half-way cuts the connection: a file that ends too early must not look whole.
      pipeline(rows(storage, selectionOf(query)), csv).catch(() => {});
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="invites-${day}.csv"`)
        .send(csv);
    },
  });
}

async function* rows({ analytics }: Storage, selection: InviterSelection) {
  for await (const row of analytics.rows(selection)) yield presentInviter(row);
}
