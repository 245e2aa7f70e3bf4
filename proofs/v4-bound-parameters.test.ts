import { test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { injections } from './fuzz/injections.ts';
import { injectEverywhere, injectIntoWeakened } from './v4-bound-parameters.ts';

/** Every fifteenth text; the proof tries all. */
const FEW = injections.filter((_, index) => index % 15 === 0);

for (const { name } of testEngines) {
  test(`V4: no text of a request is run as SQL, and the check notices a text that is run, on ${name}`, async () => {
    await injectEverywhere(name, FEW);
    await injectIntoWeakened(name);
  });
}
