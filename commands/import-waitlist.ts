import { CallError } from '../server/http/errors.ts';
import { checkListedPerson } from '../server/waitlist/listed-people.ts';
import type { Storage } from '../storage/open.ts';
import type { ListedPerson } from '../storage/waitlist/import-people.ts';
import { author, CommandRefusal, number, tell, withStorage } from './command.ts';
import type { FileRow } from './import-formats.ts';
import { REFUSALS_SHOWN } from './import-rows.ts';
import { nameOf, openRows } from './import-source.ts';
import { createProgress, INTERRUPTED, inRows, interruption } from './progress.ts';

/** The fields of a row, and what they mean. */
export const FIELDS = {
  email: 'the email address',
  joined_at: 'the time of the sign-up, in ISO 8601 with an offset; now if missing',
  confirmed_at:
    'the time at which the person confirmed the address by a link; if missing, they have not',
  phone: 'iphone or android, of a person who has confirmed',
};
/** Few, so that visitors do not wait long for a step. */
const PEOPLE_PER_STEP = 200;

type Step = readonly ListedPerson[];

/** What a file has. */
interface ReadList {
  /** Each address once. Those who have confirmed are in the order of their times. */
  people: ListedPerson[];
  repeated: number;
  refused: number;
}

/** @param count how many people an earlier call has named; without it, the call only says how many */
export async function importWaitlist(file: string, count: number | undefined): Promise<void> {
  const interrupt = interruption();
  const list = await readList(file, interrupt);
  if (list.people.length === 0) throw new CommandRefusal(`${nameOf(file)} has no person to add.`);
  await withStorage(async (storage) => {
    const steps = stepsOf(list.people);
    const added = await describe(storage, list, steps);
    if (count === undefined || added === 0) {
      const then = added === 0 ? '' : ` To add them: the same command with --people ${added}`;
      return tell(`Nothing was changed.${then}`);
    }
    if (count !== added)
      throw new CommandRefusal(
        `Nothing was changed, because ${number(added)} people are new, not ${number(count)}.`,
      );
    await store(storage, steps, interrupt);
  });
}

/** Says what an import would do. @returns how many people it would add */
async function describe(
  { waitlist }: Storage,
  { repeated, refused }: ReadList,
  steps: readonly Step[],
): Promise<number> {
  const sum = { added: 0, confirmed: 0, known: 0, departed: 0 };
  for (const step of steps) {
    const { added, known, departed } = await waitlist.sortPeople(step);
    sum.added += added.length;
    sum.confirmed += added.filter(({ confirmedAt }) => confirmedAt !== undefined).length;
    sum.known += known;
    sum.departed += departed;
  }
  tell(
    `New: ${number(sum.added)}, of whom ${number(sum.confirmed)} have confirmed. On the list already: ${number(sum.known)}. Left or erased before, and so not added: ${number(sum.departed)}. Repeated in the file: ${number(repeated)}. Refused: ${number(refused)}.`,
  );
  return sum.added;
}

async function store(
  { waitlist }: Storage,
  steps: readonly Step[],
  interrupt: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr, steps.length * PEOPLE_PER_STEP, inRows);
  let stored = 0;
  for (const [n, step] of steps.entries()) {
    if (interrupt.aborted) break;
    stored += (await waitlist.importPeople(step, author())).added.length;
    progress.show(n * PEOPLE_PER_STEP);
  }
  progress.clear();
  tell(
    `Added: ${number(stored)}. None of them gets a letter before "./site mail ask-earlier" or a mailing.`,
  );
  if (!interrupt.aborted) return;
  process.exitCode = INTERRUPTED;
  tell('Interrupted. Run the command again without --people to see who is left.');
}

async function readList(file: string, interrupt: AbortSignal): Promise<ReadList> {
  const now = Date.now();
  const { rows } = await openRows(file, { fields: FIELDS }, interrupt);
  const people = new Map<string, ListedPerson>();
  let repeated = 0;
  let refused = 0;
  for await (const row of rows) {
    const person = checkRow(row, now);
    if (typeof person === 'string') {
      if (++refused <= REFUSALS_SHOWN) process.stderr.write(`Line ${row.line}: ${person}\n`);
    } else if (people.has(person.email)) repeated++;
    else people.set(person.email, person);
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

function stepsOf(people: readonly ListedPerson[]): Step[] {
  const count = Math.ceil(people.length / PEOPLE_PER_STEP);
  return Array.from({ length: count }, (_, n) =>
    people.slice(n * PEOPLE_PER_STEP, (n + 1) * PEOPLE_PER_STEP),
  );
}
