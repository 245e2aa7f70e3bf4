import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { CONSENT_VERSION } from '../contract/mail.ts';
import { openStorage } from '../storage/open.ts';
import { query } from '../testing/databases/test-databases.ts';
import { runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

describe('./site export waitlist, while a server runs,', () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    for (const table of ['waitlist', 'ask', 'letter', 'member', 'letters_begun', 'wave']) {
      await query(server.databaseUrl, `DELETE FROM ${table}`);
    }
  });
  after(() => server.stop());

  const exported = async () =>
    (await runProgram(['export', 'waitlist'], { DATABASE_URL: server.databaseUrl })).stdout;

  /** Signs up at given times. Writes to the storage, because the site always uses its own clock. */
  async function joinAt(entries: [email: string, at: number][]): Promise<void> {
    const storage = await openStorage(server.databaseUrl, 'command');
    for (const [email, at] of entries) await storage.waitlist.join(email, at);
    await storage.close();
  }

  test('writes RFC 4180 with times in ISO 8601 UTC', async () => {
    await joinAt([
      ['ana@example.com', NOON],
      ['"quoted, and more"@example.com', NOON + 1],
      ['ana@example.com', NOON + 2],
    ]);
    const lines = (await exported()).split('\r\n').map((line) => line.split(',"waiting",')[0]);
    assert.match(lines.shift() ?? '', /^\ufeff"email","joined_at","requests","let_in","wave",/);
    assert.deepEqual(lines, [
      '"""quoted, and more""@example.com","2025-06-14T12:00:00.001Z",1',
      '"ana@example.com","2025-06-14T12:00:00.000Z",2',
      '',
    ]);
  });

  test('adds state and place if the site has sent letters', async () => {
    await using storage = await openStorage(server.databaseUrl, 'command');
    await storage.letters.begin(NOON);
    for (const email of ['ana@example.com', 'ben@example.com', 'cy@example.com']) {
      await storage.waitlist.join(email, NOON, { via: undefined });
    }
    for (const email of ['cy@example.com', 'ana@example.com']) {
      await storage.members.confirm(email, NOON);
    }
    await storage.waves.take(
      { people: 1 },
      { order: 'position', seen: 0 },
      { who: 'ana', at: NOON },
    );
    await storage.waves.invite(1, { who: 'ana', at: NOON });
    const rows = parse<Record<string, string>>(await exported(), { bom: true, columns: true });
    const time = new Date(NOON).toISOString();
    const asked = { state: 'asked', place: '', let_in: 'waiting', wave: '', confirmed_at: '' };
    const confirmed = { state: 'confirmed', confirmed_at: time, consent: CONSENT_VERSION };
    assert.partialDeepStrictEqual(rows, [
      { email: 'ana@example.com', ...asked, ...confirmed, place: '1' },
      { email: 'ben@example.com', ...asked, consent: '', phone: '' },
      { email: 'cy@example.com', ...asked, ...confirmed, let_in: 'invited', wave: '1' },
    ]);
    assert.equal(rows.length, 3);
  });
});
