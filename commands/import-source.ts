import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandRefusal } from './command.ts';
import { type CsvSubject, type FileRow, readCsv } from './import-formats.ts';

const STANDARD_INPUT = '-';

export interface RowSource {
  rows: AsyncIterable<FileRow>;
  /** The size of the file in bytes; undefined for a stream. */
  size: number | undefined;
  /** When aborted, the iteration of `rows` throws, even while it waits for input. */
  interrupt: AbortSignal;
}

/**
 * Opens a CSV file.
 *
 * @param file its path, or "-" for standard input
 * @returns rows, whose iteration throws CommandRefusal when the file cannot be read or is not UTF-8
 */
export async function openRows(
  file: string,
  subject: CsvSubject,
  interrupt: AbortSignal,
): Promise<RowSource> {
  const isFile = file !== STANDARD_INPUT;
  const input: Readable = isFile ? createReadStream(file) : process.stdin;
  return {
    rows: readRows(addAbortSignal(interrupt, input), nameOf(file), subject),
    size: isFile ? await sizeOf(file) : undefined,
    interrupt,
  };
}

/** How messages name a file. */
export function nameOf(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : file;
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch {
    // `readRows` reports the reason, because it cannot read the file either.
    return undefined;
  }
}

async function* readRows(
  input: AsyncIterable<Buffer>,
  file: string,
  subject: CsvSubject,
): AsyncGenerator<FileRow> {
  const read = { bytes: 0 };
  const rows = readCsv(decode(input, file, read), subject);
  for await (const row of rows) yield { ...row, bytesRead: read.bytes };
}

async function* decode(
  input: AsyncIterable<Buffer>,
  file: string,
  read: { bytes: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of input) {
      read.bytes += bytes.length;
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw refusalToRead(error, file);
  }
}

function refusalToRead(error: unknown, file: string): unknown {
  if (error instanceof TypeError) {
    return new CommandRefusal(
      `${file} must be UTF-8, and is not: some spreadsheets save Latin-1 or UTF-16, or it is cut off within a character. Save it as "CSV UTF-8", or convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 users.csv > utf8.csv`,
    );
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new CommandRefusal(`There is no file ${file}.`);
  if (code === 'EISDIR') return new CommandRefusal(`${file} is a folder, not a file.`);
  if (code === 'EACCES') return new CommandRefusal(`This user may not read ${file}.`);
  if (error instanceof Error && 'syscall' in error) {
    return new CommandRefusal(`${file} cannot be read: ${error.message}.`);
  }
  return error;
}
