import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { MAX_NOTE_CHARACTERS, MAX_NOTES_PER_DAY } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Mark } from '../../contract/schemas/marks.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { PLENTY } from '../../testing/databases/test-mail.ts';
import { type SignedIn, signInAdmin } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

const [WITH_RIGHT, WITHOUT] = ['+15550001111', '+15550002222'];
const TODAY = '2025-06-14';
const author = { who: WITH_RIGHT, at: TEST_NOW };

describe('the marks of the charts', () => {
  let admin: SignedIn;
  let other: SignedIn;
  const site = siteForSuite(() => createTestApp({ clock: () => TEST_NOW }));
  before(async () => {
    admin = await signInAdmin(site, WITH_RIGHT);
    other = await signInAdmin(site, WITHOUT, false);
  });
  const added: number[] = [];
  afterEach(async () => {
    for (const id of added.splice(0)) await site.storage.marks.removeNote(id, author);
  });

  const post = ({ path }: { path: string }, body: object, { headers } = admin) =>
    site.app.inject({ method: 'POST', url: path, headers, payload: body });
  async function add(day: string, words: string, by = admin) {
    const answer = await post(calls.addNote, { day, words }, by);
    added.push(answer.json().id ?? 0);
    return answer;
  }
  const read = async (
    query: object,
    { path }: { path: string } = calls.getAnalyticsDays,
    by = admin,
  ) => {
    const asked = { url: path, query: { userId: by.userId, ...query }, headers: by.headers };
    return (await site.app.inject(asked)).json();
  };

  test('have a note of the team, in every range that has its day and on an inviter’s page, with another version', async () => {
    await site.storage.inviters.put(ANA);
    const version = async () => (await read({}, calls.getAnalyticsVersion)).version;
    const before = await version();
    const words = '🎉'.repeat(MAX_NOTE_CHARACTERS - 1);
    const answer = await add(TODAY, ` ${words}\u200b `);
    assert.equal(answer.statusCode, 200);
    const note = answer.json();
    assert.equal(note.words, `${words}\u200b`);
    assert.notEqual(await version(), before);
    const marks = [{ day: TODAY, note }];
    const ranges = [{}, { range: 'today' }, { range: '7' }, { range: '91' }];
    for (const query of [...ranges, { range: '2025-06-01..2025-06-14' }]) {
      const days = await read(query);
      assert.deepEqual([days.marks, days.mayWriteNotes], [marks, true]);
      assert.equal(days.version, await version());
      const one = await read({ ...query, inviter: 'ana' }, calls.getAnalyticsInviter);
      assert.deepEqual([one.marks, one.mayWriteNotes], [marks, true]);
      const seen = await read(query, calls.getAnalyticsDays, other);
      assert.deepEqual([seen.marks, seen.mayWriteNotes], [marks, false]);
    }
    assert.deepEqual((await read({ range: '2025-06-01..2025-06-13' })).marks, []);
    for (const removed of [true, false]) {
      const removal = await post(calls.removeNote, { note: note.id });
      assert.deepEqual(removal.json(), { removed });
    }
    assert.deepEqual((await read({})).marks, []);
  });

  test('are at their hour in a day of hours, and show those of the waitlist only with the right to it', async () => {
    const { availability, audit, mailings, letters, members, waitlist } = site.storage;
    await availability.change({ ios: 'paused' }, { ...author, at: TEST_NOW - HOUR_MS });
    await waitlist.join('ana@x.example', TEST_NOW - HOUR_MS);
    await members.confirm('ana@x.example', TEST_NOW - HOUR_MS);
    await audit.record({ ...author, at: TEST_NOW - HOUR_MS }, 'test-mailing');
    const mailing = { subject: 'Ana', words: 'Soon.', kind: 'everybody', people: 1 } as const;
    await mailings.send(mailing, { ...author, at: TEST_NOW - HOUR_MS });
    const letter = await letters.take(PLENTY, TEST_NOW);
    assert.ok(typeof letter === 'object');
    const accepted = { state: 'accepted', reply: '', at: TEST_NOW } as const;
    await letters.finish(letter.id, accepted);
    const note = (await add(TODAY, 'Flyers')).json();
    const app: Mark = { day: '2025-06-14T11:00Z', app: { ios: 'paused' } };
    const begun: Mark = {
      day: '2025-06-14T12:00Z',
      mailing: { kind: 'everybody', part: 'begun' },
    };
    const hours = await read({ range: 'today' });
    assert.deepEqual(hours.marks, [{ day: TODAY, note }, app, begun]);
    const days = await read({ range: '7' });
    for (const { day } of days.marks as Mark[]) assert.equal(day, TODAY);
    assert.equal(days.marks.length, 3);
    const seen = await read({ range: 'today' }, calls.getAnalyticsDays, other);
    assert.deepEqual(seen.marks, [{ day: TODAY, note }, app]);
  });

  test('refuse a note that is not one line of characters that can be seen', async () => {
    for (const words of [
      '',
      '\u200b\u2800 \ufeff',
      'one\ntwo',
      'one\u202etwo',
      '\ud83d',
      '🎉'.repeat(MAX_NOTE_CHARACTERS + 1),
    ]) {
      const answer = await add(TODAY, words);
      assert.equal(answer.statusCode, 400, JSON.stringify(words));
      assert.match(answer.json().error, /^A note must be one line of 1 to 80 characters/);
    }
  });

  test('refuse a note about a day that has not begun, of which no events are stored, or that does not exist', async () => {
    for (const day of ['2025-06-15', '2024-12-14', '2025-02-30', '2025-13-01', '9999-99-99']) {
      const answer = await add(day, 'Flyers');
      assert.equal(answer.statusCode, 400, day);
      assert.match(answer.json().error, /a day from 2024-12-15 to 2025-06-14/);
    }
  });

  test('take notes about the first day of which events are stored, and a few about each day', async () => {
    for (let n = 1; n <= MAX_NOTES_PER_DAY; n++)
      assert.equal((await add('2024-12-15', `note ${n}`)).statusCode, 200);
    const answer = await add('2024-12-15', 'one more');
    assert.equal(answer.statusCode, 409);
    assert.match(answer.json().error, /2024-12-15 has 5 notes already/);
  });
});
