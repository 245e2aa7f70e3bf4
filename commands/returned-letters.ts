import type { ReturnedLetter } from '../contract/schemas/returned-letters.ts';
import { parseInstant } from '../server/ingest/app-invites.ts';
import { storeReturned } from '../server/letters/returned-letters.ts';
import type { Storage } from '../storage/open.ts';
import { author, CommandRefusal } from './command.ts';
import type { Subject } from './import-subjects.ts';

export const returnedLetters: Subject = {
  description: 'Report letters that bounced, or were reported as spam.',
  fields: {
    email: 'the email address; it counts as stored even if it is unknown',
    result: 'bounced or complained',
  } satisfies Record<keyof ReturnedLetter, string>,
  isHeaderOptional: true,
  store: (rows, storage) => storeReturned(rows, storage, author()),
};

export async function undoReturned({ returnedLetters }: Storage, since: string): Promise<void> {
  const at = parseInstant(since);
  if (at === undefined)
    throw new CommandRefusal(
      `--undo needs a time in ISO 8601 with an offset, such as 2026-11-28T09:00Z, and is '${since}'.`,
    );
  const { addresses, letters } = await returnedLetters.undo(at, author());
  process.stdout.write(
    `${addresses} addresses may get letters again, and ${letters} letters of mailings count as delivered again.\n`,
  );
}
