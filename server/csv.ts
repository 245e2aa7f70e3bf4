import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Cell = string | number;

/** Characters that begin a formula, also as Chinese and Japanese keyboards write them. */
const BEGINS = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20`;
/**
 * Finds where a formula begins: at the beginning of a text, and after semicolons, tabs and line ends. A spreadsheet may
 * split the text there, because much of Europe separates cells by semicolons. Such a spreadsheet recognises quotes only
 * at the start of a cell, so quotes around the whole text do not protect the parts inside it. A tab or a carriage
 * return at the beginning of the text counts as a formula too, as OWASP recommends. A formula that has apostrophes gets
 * one more, so that `withoutApostrophes` finds the text again.
 */
const [TEXT_BEGINS, PART_BEGINS] = [`(?='*[${BEGINS}\t\r])`, `(?='*[${BEGINS}])`];
const AFTER_CUT = String.raw`(?<=[;\t\r\n]"*)`;
/** The first look at one character keeps the time of long runs of quotes and apostrophes linear. */
const FORMULA = new RegExp(`^${TEXT_BEGINS}|(?=['${BEGINS}])${AFTER_CUT}${PART_BEGINS}`, 'g');
const PROTECTED = new RegExp(`^'${TEXT_BEGINS}|(?=')${AFTER_CUT}'${PART_BEGINS}`, 'g');
/** Without it, Excel reads the text as if it were not UTF-8, and shows other letters in names. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Sends a file of CSV. A text is sent with its length, so that the browser notices a download that is cut. After an
 * error in later parts the connection is closed: otherwise an incomplete file would look complete.
 */
export function sendCsv(reply: FastifyReply, name: string, csv: string | AsyncIterable<string>) {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(typeof csv === 'string' ? csv : Readable.from(csv, { objectMode: false }));
}

/**
 * Turns records into CSV (RFC 4180): yields the header, and then one string for each step, with the lines of its
 * records. Every text cell is in quotes. An apostrophe is added before each part that a spreadsheet would run as a
 * formula.
 *
 * @param columns the keys of a record, in order
 * @param steps the records, in batches
 */
export async function* asCsv<Column extends string>(
  columns: readonly Column[],
  steps: AsyncIterable<readonly Readonly<Partial<Record<Column, Cell | null | undefined>>>[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(columns);
  for await (const step of steps) {
    yield step.map((record) => lineOf(columns.map((column) => record[column] ?? ''))).join('');
  }
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(asText).join(',')}\r\n`;
}

function asText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return `"${cell.replace(FORMULA, "'").replaceAll('"', '""')}"`;
}

/** The text of a cell that `asCsv` has written. */
export function withoutApostrophes(cell: string): string {
  return cell.replace(PROTECTED, '');
}
