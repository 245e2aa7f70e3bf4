import type { FastifyRequest } from 'fastify';
import { MAX_NOTE_CHARACTERS } from '../../contract/analytics.ts';
import { DAY_MS, dayOf, isoDay } from '../../contract/durations.ts';
import type { AnalyticsDaysResponse } from '../../contract/schemas/analytics.ts';
import type { Storage } from '../../storage/open.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { createAuthors } from '../identity/sessions.ts';
import { readLine } from '../ingest/inviters.ts';
import { dateOf, hourName, type Range, storedDays } from './range.ts';

/** What the chart of a range marks. Admins without the right to the waitlist learn nothing of its mailings. */
export async function readMarks(
  { marks }: Pick<Storage, 'marks'>,
  { session }: Pick<FastifyRequest, 'session'>,
  { from, to }: Range,
  isByHour: boolean,
): Promise<Required<Pick<AnalyticsDaysResponse, 'marks' | 'mayWriteNotes'>>> {
  const mayWriteNotes = session?.hasWaitlistRight === true;
  const found = await marks.read({ from: from * DAY_MS, until: (to + 1) * DAY_MS }, mayWriteNotes);
  return {
    mayWriteNotes,
    marks: found.map(({ at, ...mark }) => ({
      day: isByHour && !mark.note ? hourName(at) : isoDay(at),
      ...mark,
    })),
  };
}

/** The calls with which admins write notes. */
export function noteCalls({ storage: { marks }, clock }: AppParts) {
  const authorOf = createAuthors(clock);
  return {
    async addNote(request) {
      const { day, words } = request.body;
      const line = readLine(words, MAX_NOTE_CHARACTERS);
      if (!line) throw errors.invalidNote();
      const [first, today] = storedDays(clock());
      const number = dayOf(Date.parse(day));
      // The month of a day may not exist, and a day that its month does not have becomes a later one.
      if (!(number >= first && number <= today) || dateOf(number) !== day)
        throw errors.invalidNoteDay(dateOf(first), dateOf(today));
      const note = await marks.addNote(number, line, authorOf(request));
      if (!note) throw errors.tooManyNotes(day);
      return note;
    },

    async removeNote(request) {
      return { removed: await marks.removeNote(request.body.note, authorOf(request)) };
    },
  } satisfies Partial<Handlers>;
}
