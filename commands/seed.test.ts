import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '../contract/durations.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { createTestDatabase, openTestStorage } from '../testing/databases/test-databases.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';
import { addSeed } from './seed.ts';
import { type DemoInviter, demoInviters } from './seed-inviters.ts';

const [maya] = demoInviters as [DemoInviter];

describe('./site seed, while a server runs,', () => {
  let server: ServerProcess;
  let storage: Storage;
  before(async () => {
    server = await startServer();
    storage = await openStorage(server.databaseUrl, 'command');
  });
  after(async () => {
    await storage.close();
    await server.stop();
  });

  const seed = () =>
    runProgram(['seed'], {
      DATABASE_URL: server.databaseUrl,
      PUBLIC_URL: server.url,
      LETTERS: 'files',
    });
  const totals = async () => (await storage.analytics.totals()).total;

  test('adds inviters whose pages and portraits open, and counters that equal the log', async () => {
    const { code, stdout } = await seed();
    assert.equal(code, 0);
    const [link = ''] = /http\S+ref=demo-maya/.exec(stdout) ?? [];
    assert.equal((await fetch(link)).status, 200);
    for (const { id, profileImageUrl } of demoInviters) {
      const answer = await fetch(`${server.url}/api/users/${id}`);
      const profile = (await answer.json()) as { profileImageUrl: string | null };
      assert.equal(profile.profileImageUrl, profileImageUrl, id);
      if (profileImageUrl === null) continue;
      const portrait = await fetch(`${server.url}${profileImageUrl}`);
      assert.equal(portrait.headers.get('content-type'), 'image/svg+xml', id);
    }
    const { differences } = await storage.recount();
    assert.deepEqual(differences, []);
    const best = { search: '', sort: 'signUps', order: 'desc', limit: 1, offset: 0 } as const;
    assert.ok(((await storage.analytics.read(best)).rows[0]?.signUps ?? 0) > 20);
    const figures = (await storage.teamWaitlist.count()).sums;
    assert.ok(figures.confirmed > 100 && figures.confirmed < figures.onList);
    const printed = await runProgram(['waitlist'], { DATABASE_URL: server.databaseUrl });
    const { onList, confirmed } = figures;
    const today = new Date().toISOString().slice(0, 10);
    assert.ok(
      printed.stdout.startsWith(
        `On the list: ${onList}. Confirmed: ${confirmed}. Invited: 20. In: 20. Left: 0.\nOf the confirmed, `,
      ),
    );
    const all = { from: 0, until: Date.now() + DAY_MS };
    const marks = await storage.marks.read(all, true);
    assert.deepEqual(
      marks.map(({ note, mailing }) => note?.words ?? mailing?.part),
      ['Flyers at the campus', 'TikTok post', 'whole'],
    );
    const { letters, endedAt } = (await storage.mailings.find()) ?? {};
    const parts = { accepted: 35, refused: 2, uncertain: 3, ended: confirmed - 40 };
    assert.partialDeepStrictEqual(letters, parts);
    assert.notEqual(endedAt, null);
    assert.match(printed.stdout, new RegExp(`\\n *${today}( +\\d+){3}\\n$`));
  });

  test('adds nothing when it is run again', async () => {
    const first = await totals();
    const { stdout } = await seed();
    assert.equal(
      stdout,
      `The demo is already there.
Next:
  Open the invite of a friend: ${server.url}/invite?ref=demo-maya
  Register your phone number as that of an admin: ./site admin add +15550001111 --waitlist
  Sign in to the dashboard: ${server.url}/analytics (the code is in the log of the site, or ./site admin code prints it)
(${server.url} is from the settings PUBLIC_URL and PORT.)
`,
    );
    await storage.admins.add('+15550001111', Date.now());
    const env = { DATABASE_URL: server.databaseUrl, PORT: '4000', ...TWILIO_SETTINGS };
    const { stdout: other } = await runProgram(['seed'], env);
    assert.doesNotMatch(other, /admin add|the code/);
    assert.match(other, /: http:\/\/localhost:4000\/analytics\n/);
    assert.deepEqual(await totals(), first);
  });

  test('has neither confirmed people nor a mailing on a site that sends no mail, and refuses a database with counts', async () => {
    await using database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    assert.equal((await runProgram(['seed'], env)).code, 0);
    await using storage = await openTestStorage(database.url);
    const { confirmed, onList, in: arrived } = (await storage.teamWaitlist.count()).sums;
    assert.deepEqual([confirmed, onList > 100, arrived], [0, true, 20]);
    assert.equal(await storage.mailings.find(), undefined);
    await storage.inviters.erase(maya.id, Date.now());
    assert.match(await refusalOf(addSeed, ['seed'], env), /^This database already has counts/);
  });
});
