import { promisify } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { withoutApostrophes } from '../server/csv.ts';
import { CommandRefusal } from './command.ts';
import type { Subject } from './import-subjects.ts';

/** One row of a file: its value, or the sentence that says why it cannot be read. */
export interface FileRow {
  /** The number of the row's last line, from 1. */
  line: number;
  value?: unknown;
  sentence?: string;
}

/** What a CSV file may contain. */
export type CsvSubject = Pick<Subject, 'fields' | 'isHeaderOptional' | 'exportedColumns'>;

/** A longer row ends the import, so that a file with one endless row does not fill the memory. */
const MAX_ROW_BYTES = 64 * 1024;

/**
 * Reads CSV (RFC 4180) whose first line names the fields, in any order. An empty cell counts as missing. Rows and
 * columns without any text, as spreadsheets write them, are ignored.
 *
 * @throws CommandRefusal when the first line names a field that is not known, or when the end of a row cannot be found
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  subject: CsvSubject,
): AsyncGenerator<FileRow> {
  const fields = Object.keys(subject.fields);
  const rows: FileRow[] = [];
  let names: readonly string[] | undefined;
  let lastLine = 1;
  const parser = parse({
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Rows are not read from the parser's stream, because after an error the stream drops the rows that were not read
    // yet.
    on_record: (cells: string[], { lines }) => {
      if (cells.every((cell) => cell.trim() === '')) return null;
      if (subject.isHeaderOptional && cells.some((cell) => cell.includes('@'))) names ??= fields;
      if (names) rows.push({ line: lines, ...readCells(cells, names, subject) });
      else names = checkNames(cells, subject);
      lastLine = lines;
      return null;
    },
  });
  // Without a listener an error would end the program. `write` and `end` below throw the same error.
  parser.on('error', () => {});
  const write = promisify<string, void>((chunk, done) => parser.write(chunk, done));
  const end = promisify<void>((done) => parser.end(done));
  try {
    for await (const chunk of text) {
      await write(chunk);
      yield* rows.splice(0);
    }
    await end();
  } catch (error) {
    throw error instanceof CsvError ? endNotFound(lastLine) : error;
  } finally {
    // After an error, the rows before the error are also yielded.
    yield* rows.splice(0);
  }
}

function readCells(
  cells: readonly string[],
  names: readonly string[],
  { fields, exportedColumns }: CsvSubject,
): Omit<FileRow, 'line'> {
  const isTextWithoutName = (cell: string, index: number) => cell.trim() !== '' && !names[index];
  if (cells.length < names.length || cells.some(isTextWithoutName)) {
    return { sentence: 'It has more or fewer cells than the first line has names.' };
  }
  const read = exportedColumns ? withoutApostrophes : String;
  const found = names.map((name, index) => [name, read(cells[index] ?? '')] as const);
  return {
    value: Object.fromEntries(
      found.filter(([name, cell]) => Object.hasOwn(fields, name) && cell !== ''),
    ),
  };
}

/** @returns the names, without empty names at the end */
function checkNames(
  cells: readonly string[],
  { fields, exportedColumns }: CsvSubject,
): readonly string[] {
  const names = cells.map((cell) => exportedColumns?.get(cell.trim()) ?? cell.trim());
  const count = names.findLastIndex((name) => name !== '') + 1;
  for (const name of names.filter((name) => name !== '' && !exportedColumns?.has(name)))
    checkName(name, Object.keys(fields));
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice === undefined) return names.slice(0, count);
  throw new CommandRefusal(`The first line of the CSV file names the column '${twice}' twice.`);
}

function checkName(name: string, fields: readonly string[]): void {
  if (fields.includes(name)) return;
  const [separator] = /[;\t|]/.exec(name) ?? [];
  if (separator && fields.includes(name.split(separator)[0]?.trim() ?? '')) {
    const seen = separator === '\t' ? 'tabs' : `"${separator}"`;
    throw new CommandRefusal(
      `The columns of a CSV file must be separated by commas, and this file has ${seen} between them. Save it again with commas.`,
    );
  }
  throw new CommandRefusal(
    `The first line of a CSV file must name the columns. '${name.slice(0, 100)}' is not one of ${fields.join(', ')}.`,
  );
}

function endNotFound(lineBefore: number): CommandRefusal {
  return new CommandRefusal(
    `The row after line ${lineBefore} is longer than ${MAX_ROW_BYTES} bytes, or has a quotation mark that is not closed. The import ended there.`,
  );
}
