import { InvalidArgumentError } from 'commander';
import { type Author, COMMAND_LINE } from '../contract/audit.ts';
import { readValues } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/open.ts';

/** A command cannot do what was asked. The message is a whole sentence for the operator. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}

/**
 * Runs work on the database of `DATABASE_URL` and then closes it. A site may use the database at the same time.
 *
 * @throws StorageRefusal if the tables are not up to date
 */
export async function withStorage<Result>(
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const { openStorage } = await import('../storage/open.ts');
  const { databaseUrl } = readValues(process.env, ['databaseUrl']);
  await using storage = await openStorage(databaseUrl, 'command');
  return await work(storage);
}

/** Prints a line, or several, to standard output. */
export function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** With commas, as people read it. */
export function number(count: number): string {
  return count.toLocaleString('en');
}

/** The minute of a time (UTC), such as 2025-06-14 12:00. */
export function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Who acts now. */
export function author(): Author {
  return { who: COMMAND_LINE, at: Date.now() };
}

/** @throws InvalidArgumentError unless a parameter is a number that every engine can store as an id */
export function asCount(written: string): number {
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('It must be a whole number, at least 1 and at most 999999999.');
}

/** For a parameter that can be repeated. */
export function asCounts(written: string, earlier: readonly number[] = []): readonly number[] {
  return [...earlier, asCount(written)];
}
