import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import type { Row } from './import-row.ts';
import { CommandRefusal } from './refusal.ts';

/** Bounds the memory for a file in which a quote is never closed. */
const MAX_ROW_BYTES = 64 * 1024;

/**
 * Reads CSV (RFC 4180) whose first line names the fields, in any order. An empty cell counts as
 * missing.
 *
 * @throws CommandRefusal when the first line names a field that is not known
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  fields: readonly string[],
): AsyncGenerator<Row> {
  const unreadable: Row[] = [];
  const parser = parse({
    bom: true,
    columns: (names: string[]) => names.map((name) => checkName(name.trim(), fields)),
    info: true,
    max_record_size: MAX_ROW_BYTES,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      unreadable.push({ line: Number(error?.['lines'] ?? 0), sentence: sentenceOn(error) });
    },
  });
  // The loop below throws the same error.
  pipeline(text, parser).catch(() => {});
  for await (const { info, record } of parser as AsyncIterable<{
    info: Info;
    record: Record<string, string>;
  }>) {
    yield* unreadable.splice(0);
    const cells = Object.entries(record).filter(([, cell]) => cell !== '');
    yield { line: info.lines, value: Object.fromEntries(cells) };
  }
  yield* unreadable;
}

function checkName(name: string, fields: readonly string[]): string {
  if (fields.includes(name)) return name;
  throw new CommandRefusal(
    `The first line of a CSV file must name the columns. '${name.slice(0, 100)}' is not one of ${fields.join(', ')}.`,
  );
}

function sentenceOn(error: CsvError | undefined): string {
  switch (error?.code) {
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return 'It has more or fewer cells than the first line.';
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return 'It is too long. Is a quotation mark never closed?';
    default:
      return 'It is not CSV.';
  }
}
