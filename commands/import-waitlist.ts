import { CallError } from '../server/http/errors.ts';
import { checkListedPerson, mergePeople } from '../server/waitlist/listed-people.ts';
import { ADDRESS_COLUMNS } from '../server/waitlist/team-waitlist-calls.ts';
import type { Storage } from '../storage/open.ts';
import type { ListedPerson } from '../storage/waitlist/import-people.ts';
import { author, CommandRefusal, number, tell, withStorage } from './command.ts';
import { EXPORT_COLUMNS, inSnakeCase } from './export.ts';
import type { FileRow } from './import-formats.ts';
import { REFUSALS_SHOWN } from './import-rows.ts';
import { nameOf, openRows } from './import-source.ts';
import { interruption, withProgress } from './progress.ts';

/** The fields of a row, and what they mean. */
export const FIELDS = {
  email: 'the email address',
  joined_at: 'the time of the sign-up, in ISO 8601 with an offset; now if missing',
  confirmed_at:
    'the time at which the person confirmed the address by a link; if missing, they have not',
  phone: 'iphone or android, of a person who has confirmed',
  consent: 'the version of the words of this site to which the person agreed; in its exports',
};
/** Of "./site export waitlist" and of the file of the dashboard. Those that are not in `FIELDS` are ignored. */
const EXPORTED_COLUMNS = new Map(
  [...EXPORT_COLUMNS, ...ADDRESS_COLUMNS].map((name) => [name, inSnakeCase(name)]),
);
/** What a file has. */
interface ReadList {
  /** Each address once. Those who have confirmed are in the order of their times. */
  people: ListedPerson[];
  repeated: number;
  refused: number;
}

/** @param count how many people an earlier call has named; without it, the call only says how many */
export async function importWaitlist(file: string, count: number | undefined): Promise<void> {
  const list = await readList(file, interruption());
  if (list.people.length === 0) throw new CommandRefusal(`${nameOf(file)} has no person to add.`);
  await withStorage(async (storage) => {
    const people = await describe(storage, list);
    if (count === undefined || people === 0) {
      const then = people === 0 ? '' : ` To import them: the same command with --people ${people}`;
      return tell(`Nothing was changed.${then}`);
    }
    if (count !== people)
      throw new CommandRefusal(
        `Nothing was changed, because ${number(people)} people are new, not ${number(count)}.`,
      );
    await store(storage, list.people);
  });
}

/** Says what an import would do. @returns how many people it would add */
async function describe(
  { waitlist }: Storage,
  { people, repeated, refused }: ReadList,
): Promise<number> {
  const { added, confirmed, known, departed } = await waitlist.sortPeople(people);
  tell(
    `New: ${number(added)}, of whom ${number(confirmed)} have confirmed. On the list already: ${number(known)}. Left or erased before, and so not added: ${number(departed)}. Repeated in the file: ${number(repeated)}. Refused: ${number(refused)}.`,
  );
  return added;
}

async function store({ waitlist }: Storage, people: readonly ListedPerson[]): Promise<void> {
  const added = await withProgress(
    (watch) => waitlist.importPeople(people, author(), watch),
    'Interrupted. Run the command again without --people to see who is left.',
  );
  if (added === undefined) return;
  tell(
    `Added: ${number(added)}. None of them gets a letter before an admin asks them to confirm, or a mailing.`,
  );
}

async function readList(file: string, interrupt: AbortSignal): Promise<ReadList> {
  const now = Date.now();
  const rows = openRows(file, { fields: FIELDS, exportedColumns: EXPORTED_COLUMNS }, interrupt);
  const people = new Map<string, ListedPerson>();
  let repeated = 0;
  let refused = 0;
  for await (const row of rows) {
    const person = checkRow(row, now);
    if (typeof person === 'string') {
      if (++refused <= REFUSALS_SHOWN) process.stderr.write(`Line ${row.line}: ${person}\n`);
    } else {
      const earlier = people.get(person.email);
      if (earlier) repeated++;
      people.set(person.email, earlier ? mergePeople(earlier, person) : person);
    }
  }
  if (refused > REFUSALS_SHOWN)
    process.stderr.write(`${number(refused - REFUSALS_SHOWN)} more lines were refused.\n`);
  if (refused > 0) process.exitCode = 1;
  const time = ({ confirmedAt = Number.POSITIVE_INFINITY }: ListedPerson) => confirmedAt;
  // The sort is stable: people who confirmed at the same time keep the order of the file.
  const inOrder = [...people.values()].sort(
    (one, other) => Math.sign(time(one) - time(other)) || 0,
  );
  return { people: inOrder, repeated, refused };
}

/** @returns a sentence for a row that is refused */
function checkRow({ value, sentence }: FileRow, now: number): ListedPerson | string {
  if (sentence !== undefined) return sentence;
  try {
    return checkListedPerson(value, now);
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}
