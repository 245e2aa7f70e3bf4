import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../testing/server-process.ts';
import { createTestApp } from '../testing/test-app.ts';
import { codeInLog, easyProof, TestBrowser } from '../testing/test-browser.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';

test('./site rotate-keys ends all sessions, codes and unfinished sign-ins while the site runs', async () => {
  await using site = await createTestApp({ clock: Date.now });
  await site.storage.admins.add(ANA, Date.now());
  const signedIn = new TestBrowser(site);
  const userId = await signedIn.signIn(ANA);
  const figures = async () =>
    (await signedIn.request({ url: '/api/analytics', query: { userId } })).statusCode;
  assert.equal(await figures(), 200);
  const waiting = new TestBrowser(site);
  const { verificationId } = (await waiting.askForCode(BEN)).json();
  const proof = await easyProof(site);

  assert.equal(
    (await runProgram(['rotate-keys'], { DATABASE_URL: site.databaseUrl })).stdout,
    'The keys were replaced. Sessions ended: 1. Codes ended: 1. The counts of the limits per number start at 0 again.\n',
  );
  assert.equal(await figures(), 401);
  assert.equal((await waiting.enterCode(verificationId, codeInLog(site, BEN))).statusCode, 401);
  const late = await waiting.request({
    method: 'POST',
    url: '/api/auth/code',
    payload: { phone: BEN, proof },
  });
  assert.equal(late.statusCode, 403, 'a challenge that the old keys signed');
});
