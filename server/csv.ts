import { stringify } from 'csv-stringify';

/**
 * Finds where a formula would begin if a spreadsheet split the text at semicolons, the usual separator in much of
 * Europe, or at tabs. Such a spreadsheet recognises quotes only at the start of a cell, so quotes around the whole text
 * do not protect the parts inside it.
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
    // Writes a ' before a text that a spreadsheet would run as a formula.
    escape_formulas: true,
    cast: { string: (text) => text.replace(FORMULA_WITHIN, "$1'") },
  });
}
