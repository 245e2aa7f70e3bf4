import { test } from 'node:test';
import { offSiteAddresses } from '../testing/requests/off-site-addresses.ts';
import { askForElsewhere, askWeakenedForElsewhere } from './v7-no-open-redirect.ts';

/** One of each kind: the proof itself tries all. */
const FEW = offSiteAddresses.filter((_, index) => index % 8 === 0);

test('V7: no request leads off the site, and one that does would be noticed', async () => {
  await askForElsewhere(FEW);
  await askWeakenedForElsewhere();
});
