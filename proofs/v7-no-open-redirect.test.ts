import { test } from 'node:test';
import { offSiteAddresses } from '../testing/requests/off-site-addresses.ts';
import { askForRedirects, askWeakened } from './v7-no-open-redirect.ts';

/** Every eighth address; the proof tries all. */
const FEW = offSiteAddresses.filter((_, index) => index % 8 === 0);

test('V7: no request is answered with a link or redirect to another site, and the check notices such an answer', async () => {
  await askForRedirects(FEW);
  await askWeakened();
});
