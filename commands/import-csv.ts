import { promisify } from 'node:util';
import { parse } from 'csv-parse';
import type { Row } from './import-row.ts';
import { CommandRefusal } from './refusal.ts';

/** A longer row ends the import, so that a file with one endless row does not fill the memory. */
const MAX_ROW_BYTES = 64 * 1024;

/**
 * Errors of one row, after which the import continues. After any other error the parser may drop valid rows, because it
 * does not find the end of the row.
 */
const refusals: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'It has more or fewer cells than the first line.',
  INVALID_OPENING_QUOTE: 'It is not CSV.',
};

/**
 * Reads CSV (RFC 4180) whose first line names the fields, in any order. An empty cell counts as
 * missing.
 *
 * @throws CommandRefusal when the first line names a field that is not known, or when the end of a row cannot be found
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  fields: readonly string[],
): AsyncGenerator<Row> {
  const rows: Row[] = [];
  let lastLine = 1;
  const parser = parse({
    bom: true,
    columns: (names: string[]) => checkNames(names, fields),
    max_record_size: MAX_ROW_BYTES,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Rows are not read from the parser's stream, because after an error the stream drops the rows that were not read
    // yet.
    on_record: (record: Record<string, string>, { lines }) => {
      lastLine = lines;
      const cells = Object.entries(record).filter(([, cell]) => cell !== '');
      rows.push({ line: lines, value: Object.fromEntries(cells) });
      return null;
    },
    on_skip: (error) => {
      const sentence = refusals[error?.code ?? ''];
      if (sentence === undefined) throw endNotFound(lastLine);
      lastLine = Number(error?.['lines']);
      rows.push({ line: lastLine, sentence });
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
    // The parser parses a character only when a few more characters have followed. So if reading the text has failed,
    // the last line end is not parsed yet. Without these three spaces the last complete row would be lost.
    await write('   ').catch(() => {});
    throw error;
  } finally {
    // After an error, the rows before the error are also yielded.
    yield* rows.splice(0);
  }
}

function checkNames(names: readonly string[], fields: readonly string[]): string[] {
  const checked = names.map((name) => checkName(name.trim(), fields));
  const twice = checked.find((name, index) => checked.indexOf(name) !== index);
  if (twice === undefined) return checked;
  throw new CommandRefusal(`The first line of the CSV file names the column '${twice}' twice.`);
}

function checkName(name: string, fields: readonly string[]): string {
  if (fields.includes(name)) return name;
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
    `The row after line ${lineBefore} is longer than ${MAX_ROW_BYTES} bytes, or has a quotation mark that is not closed or not doubled. The import ended there.`,
  );
}
