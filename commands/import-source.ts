import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandRefusal } from './command.ts';
import { type CsvSubject, type FileRow, readCsv } from './import-formats.ts';

const STANDARD_INPUT = '-';

/**
 * Opens a CSV file.
 *
 * @param file its path, or "-" for standard input
 * @param interrupt when aborted, the iteration of the rows throws, even while it waits for input
 * @returns rows, whose iteration throws CommandRefusal when the file cannot be read or is not UTF-8
 */
export function openRows(
  file: string,
  subject: CsvSubject,
  interrupt: AbortSignal,
): AsyncIterable<FileRow> {
  const input: Readable = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  return readCsv(decode(addAbortSignal(interrupt, input), nameOf(file)), subject);
}

/** How messages name a file. */
export function nameOf(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : file;
}

async function* decode(input: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of input) yield decoder.decode(bytes, { stream: true });
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
