import { stringify } from 'csv-stringify';

/**
 * Where a cell with a formula would begin for a spreadsheet that splits at semicolons, as most do in Europe, or at
 * tabs. It takes quotes for text unless they begin a cell, so the quotes around a text do not protect it.
 */
const FORMULA_WITHIN = /([;\t\r\n]"*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Turns records into CSV (RFC 4180) with a header.
 *
 * @param columns the keys of a record, in order
 */
export function asCsv(columns: readonly string[]) {
  return stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_string: true,
    // What a spreadsheet would run as a formula gets a ' before it.
    escape_formulas: true,
    cast: { string: (text) => text.replace(FORMULA_WITHIN, "$1'") },
  });
}
