import { stringify } from 'csv-stringify';

/**
 * Turns records into CSV as RFC 4180 has it, with a header.
 *
 * @param columns the keys of a record, in order
 */
export function asCsv(columns: readonly string[]) {
  return stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // Some spreadsheets split at other characters than commas; inside quotes none does.
    quoted_string: true,
    // A cell that a spreadsheet would run as a formula gets a ' before it.
    escape_formulas: true,
  });
}
