import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_NOTES_PER_DAY } from '../contract/analytics.ts';
import { DAY_MS, dayOf, HOUR_MS } from '../contract/durations.ts';
import { query, testEngines } from '../testing/databases/test-databases.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { PLENTY, sendDue } from '../testing/databases/test-mail.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';

const BETA = 'https://testflight.apple.com/join/AbC123';
const author = { who: '+15550001111', at: NOON };
const TODAY = dayOf(NOON);
const midnight = (day: number) => day * DAY_MS;
const ofDays = (from: number, to: number) => ({ from: midnight(from), until: midnight(to + 1) });
const WEEK = ofDays(TODAY - 3, TODAY + 3);

for (const engine of testEngines) {
  describe(`marks on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    test('are the notes of the days, the oldest first, until they are removed, each with a row of the audit without the words', async () => {
      const { marks, audit } = opened.storage;
      const today = await marks.addNote(TODAY, 'TikTok post 🎉', author);
      const before = await marks.addNote(TODAY - 1, 'Flyers', author);
      assert.ok(today && before);
      const read = (from: number, to: number) => marks.read(ofDays(from, to), true);
      assert.deepEqual(await read(TODAY - 1, TODAY), [
        { at: midnight(TODAY - 1), note: before },
        { at: midnight(TODAY), note: { id: today.id, words: 'TikTok post 🎉' } },
      ]);
      assert.deepEqual(await read(TODAY, TODAY + 1), [{ at: midnight(TODAY), note: today }]);
      assert.deepEqual(await read(TODAY + 1, TODAY + 1), []);
      assert.equal(await marks.removeNote(today.id, author), true);
      assert.equal(await marks.removeNote(today.id, author), false);
      assert.deepEqual(await read(TODAY, TODAY), []);
      const next = await marks.addNote(TODAY, 'Another', author);
      assert.ok(next && next.id > today.id);
      assert.deepEqual(
        (await audit.entries()).map(({ act, detail }) => `${act} ${detail}`),
        [
          `write-note ${today.id}, of 2025-06-14`,
          `write-note ${before.id}, of 2025-06-13`,
          `remove-note ${today.id}, of 2025-06-14`,
          `write-note ${next.id}, of 2025-06-14`,
        ],
      );
    });

    test('have a few notes a day, and the same words only once', async () => {
      const { marks, audit } = opened.storage;
      for (let n = 0; n < MAX_NOTES_PER_DAY; n++) {
        const note = await marks.addNote(TODAY, `note ${n}`, author);
        assert.deepEqual(await marks.addNote(TODAY, `note ${n}`, author), note);
      }
      assert.equal(await marks.addNote(TODAY, 'one more', author), undefined);
      assert.ok(await marks.addNote(TODAY + 1, 'one more', author));
      assert.equal((await audit.entries()).length, MAX_NOTES_PER_DAY + 1);
    });

    test('name the platforms that changed, and say when only a link did', async () => {
      const { availability, marks } = opened.storage;
      const change = (days: number, changed: Parameters<typeof availability.change>[0]) =>
        availability.change(changed, { ...author, at: NOON + days * DAY_MS });
      await change(-4, { ios: 'paused' });
      await change(-1, { ios: 'beta', iosLink: BETA, android: 'soon' });
      await change(0, { ios: 'beta', iosLink: `${BETA}4` });
      await availability.undo({ ...author, at: NOON + DAY_MS });
      assert.deepEqual(await marks.read(WEEK, false), [
        { at: NOON - DAY_MS, app: { ios: 'beta' } },
        { at: NOON, app: { ios: 'link' } },
        { at: NOON + DAY_MS, app: { ios: 'link' } },
      ]);
    });

    /** Sends a mailing to three people, whose letters are accepted at these times. */
    async function mailTo(accepted: readonly number[]): Promise<void> {
      const { audit, mailings, members, waitlist } = opened.storage;
      for (const name of ['ana', 'ben', 'cat']) {
        const email = `${name}@x.example`;
        await waitlist.join(email, NOON - 9 * DAY_MS);
        await members.confirm(email, NOON - 9 * DAY_MS);
      }
      const sent = { who: author.who, at: NOON - DAY_MS - HOUR_MS };
      await audit.record(sent, 'test-mailing');
      const mailing = { subject: 'News', words: 'Soon.', kind: 'everybody', people: 3 } as const;
      await mailings.send(mailing, sent);
      for (const at of accepted) assert.equal((await sendDue(opened.storage, at, 1)).length, 1);
    }

    test('say when a mailing began and had ended, and nothing of one that was taken back', async () => {
      const { mailings, letters, marks } = opened.storage;
      await mailTo([]);
      assert.deepEqual(await marks.read(WEEK, true), []);
      const taken = [NOON - DAY_MS, NOON, NOON + DAY_MS];
      await opened.storage.mailings.end({ ...author, at: NOON - DAY_MS - HOUR_MS + 1 });
      assert.deepEqual(await marks.read(WEEK, true), []);
      await mailTo(taken.slice(0, 2));
      const begun = { at: taken[0], mailing: { kind: 'everybody', part: 'begun' } };
      assert.deepEqual(await marks.read(WEEK, true), [begun]);
      assert.deepEqual(await marks.read(WEEK, false), []);
      const [letter] = await sendDue(opened.storage, NOON + DAY_MS, undefined, 'uncertain');
      assert.ok(letter);
      assert.notEqual((await mailings.find())?.endedAt, null);
      const ended = { at: NOON, mailing: { kind: 'everybody', part: 'ended' } };
      assert.deepEqual(await marks.read(WEEK, true), [begun, ended]);
      assert.deepEqual(await marks.read(ofDays(TODAY, TODAY), true), [ended]);
      // Once the letter counts as delivered, it is the last one, at the time when it was sent.
      await letters.assumeDelivered(letter.id, { ...author, at: NOON + 2 * DAY_MS });
      assert.deepEqual(await marks.read(WEEK, true), [begun, { ...ended, at: NOON + DAY_MS }]);
    });

    test('say of a mailing that ended on the day of its first letter that it went out', async () => {
      await mailTo([NOON, NOON + 1, NOON + HOUR_MS]);
      await opened.storage.letters.take(PLENTY, NOON + 2 * HOUR_MS);
      assert.deepEqual(await opened.storage.marks.read(WEEK, true), [
        { at: NOON, mailing: { kind: 'everybody', part: 'whole' } },
      ]);
    });

    test('have another version after each change, but not after a letter more', async () => {
      const { availability, marks, mailings } = opened.storage;
      const versions = [await marks.version()];
      const hasChanged = async () => {
        const version = await marks.version();
        const isNew = !versions.includes(version);
        versions.push(version);
        return isNew;
      };
      const note = await marks.addNote(TODAY, 'Flyers', author);
      assert.ok(await hasChanged());
      await marks.removeNote(note?.id ?? 0, author);
      await marks.addNote(TODAY, 'Posters', author);
      assert.ok(await hasChanged());
      await availability.change({ ios: 'paused' }, author);
      assert.ok(await hasChanged());
      await mailTo([]);
      assert.equal(await hasChanged(), false);
      await sendDue(opened.storage, NOON, 1);
      assert.ok(await hasChanged());
      assert.equal((await sendDue(opened.storage, NOON, 1)).length, 1);
      assert.equal(await hasChanged(), false);
      await mailings.end(author);
      assert.ok(await hasChanged());
    });

    test('lose notes of days that are no longer shown, when the retention runs', async () => {
      const { marks, retention } = opened.storage;
      const old = Date.UTC(2024, 11, 14) / DAY_MS;
      for (const day of [old, old + 1]) await marks.addNote(day, 'Flyers', author);
      await retention.run(NOON);
      const rows = await query(opened.url, 'SELECT day FROM note');
      assert.deepEqual(
        rows.map(({ day }) => Number(day)),
        [old + 1],
      );
    });
  });
}
