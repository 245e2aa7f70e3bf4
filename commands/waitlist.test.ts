import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { refusalOf } from '../testing/command-refusal.ts';
import { runProgram } from '../testing/server-process.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';
import { addWaitlist } from './waitlist.ts';

describe('./site waitlist', () => {
  const site = siteForSuite(() => createTestApp({ clock: Date.now }));
  before(async () => {
    for (const [n, name] of ['ana', 'ben', 'cy'].entries())
      await site.storage.waitlist.join(`${name}@x.example`, n);
  });

  const env = () => ({ DATABASE_URL: site.databaseUrl });
  const said = async (...parameters: string[]) =>
    (await runProgram(['waitlist', ...parameters], env())).stdout;

  test('shows the waves of the list, and undoes one', async () => {
    const { personStates, waves } = site.storage;
    const undo = () => refusalOf(addWaitlist, ['waitlist', 'undo', '1'], env());
    assert.equal(await undo(), 'There is no wave 1. See "./site waitlist waves".');
    const author = { who: '+15550001111', at: Date.now() };
    await waves.take({ people: 2 }, { order: 'joined', seen: 0 }, author);
    await waves.invite(1, author);
    await personStates.arrive([{ email: 'ana@x.example', at: Date.now() }], Date.now());
    assert.match(
      await said('undo', '1'),
      /^Wave 1: 1 wait again, 1 are in, 0 have left or were removed\.$/m,
    );
    assert.equal(await undo(), 'The people of wave 1 were set back to waiting.');
    assert.match(
      await said('waves'),
      /^ *WAVE .*\n *1 {2}\d{4}-\d\d-\d\d \d\d:\d\d +2 +0 +0 +1 +1 +0 +undone\n\nThe app last reported who is in: at \d{4}/,
    );
    assert.match(await said(), /^On the list: 3\. Confirmed: 0\. Invited: 0\. In: 1\. Left: 0\./);
    assert.deepEqual(
      (await site.storage.audit.entries()).map(({ who, act }) => [who, act]),
      [
        ['+15550001111', 'take-people'],
        ['+15550001111', 'invite-wave'],
        ['command line', 'undo-wave'],
      ],
    );
  });
});
