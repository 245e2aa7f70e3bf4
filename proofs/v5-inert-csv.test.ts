import { test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { exportTexts, exportTextsWeakened } from './v5-inert-csv.ts';

for (const { name } of testEngines) {
  test(`V5: no cell of an exported CSV is a formula, and the check notices a cell that is a formula, on ${name}`, async () => {
    await exportTexts(name);
    await exportTextsWeakened(name);
  });
}
