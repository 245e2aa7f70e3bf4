import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { offSiteAddresses } from '../testing/requests/off-site-addresses.ts';
import { injections } from './injections.ts';
import { findTroubles, readDependencies, warningOfAge } from './locked-dependencies.ts';
import { spoilEach } from './s2-few-dependencies.ts';
import { injectEverywhere, injectIntoWeakened } from './v4-bound-parameters.ts';
import { exportTexts, exportTextsWeakened } from './v5-inert-csv.ts';
import { nameAddresses, requireUnvisited, withFetch } from './v6-fetches-nothing.ts';
import { askForElsewhere, askWeakenedForElsewhere } from './v7-no-redirect.ts';

/** One of each kind: the proofs themselves try all. */
const FEW_INJECTIONS = injections.filter((_, index) => index % 15 === 0);
const FEW_ADDRESSES = offSiteAddresses.filter((_, index) => index % 8 === 0);

for (const { name } of testEngines) {
  describe(`on ${name}`, () => {
    test('V4: no text of a request is run, and one that is would be noticed', async () => {
      await injectEverywhere(name, FEW_INJECTIONS);
      await injectIntoWeakened(name);
    });

    test('V5: no cell of an exported CSV is a formula, and one that is would be noticed', async () => {
      await exportTexts(name);
      await exportTextsWeakened(name);
    });
  });
}

test('V6: nothing connects to an address that a request names, and a fetch would be noticed', async () => {
  requireUnvisited(await nameAddresses('SQLite'));
  const { visits } = await withFetch((program) => nameAddresses('SQLite', { program }));
  assert.notEqual(visits, 0);
});

test('V7: no request leads off the site, and one that does would be noticed', async () => {
  await askForElsewhere(FEW_ADDRESSES);
  await askWeakenedForElsewhere();
});

test('S2: dependencies are few and sound, and one that is not would be noticed', (t) => {
  const dependencies = readDependencies();
  assert.deepEqual(findTroubles(dependencies), []);
  spoilEach();
  const warning = warningOfAge(dependencies.advisories, Date.now());
  if (warning) t.diagnostic(warning);
});
