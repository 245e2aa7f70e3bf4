import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COMMAND_LINE } from '../contract/audit.ts';
import { defaultAvailability } from '../contract/availability.ts';
import { DAY_MS } from '../contract/durations.ts';
import { query, testEngines } from '../testing/databases/test-databases.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';

const BETA = 'https://testflight.apple.com/join/AbC123';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const ANA = '+15550001111';
const author = { who: ANA, at: NOON };

for (const engine of testEngines) {
  describe(`the state of the app on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    test('is the default until somebody changes it, and then the last change holds', async () => {
      const { availability } = opened.storage;
      assert.deepEqual(await availability.read(), { id: 0, at: null, state: defaultAvailability });
      const first = await availability.change({ ios: 'paused' }, author);
      assert.ok('after' in first);
      assert.deepEqual(first.after, {
        id: 1,
        at: NOON,
        state: { ...defaultAvailability, ios: 'paused' },
      });
      await availability.change({ ios: 'beta', iosLink: BETA }, { ...author, at: NOON + 1 });
      assert.deepEqual(await availability.read(), {
        id: 2,
        at: NOON + 1,
        state: { ...defaultAvailability, iosLink: BETA },
      });
    });

    test('goes back through the changes, one with each undo, until none is left', async () => {
      const { availability } = opened.storage;
      const undo = async () => (await availability.undo(author))?.after;
      assert.equal(await undo(), undefined);
      await availability.change({ ios: 'paused' }, author);
      await availability.change({ android: 'preregister', androidLink: PLAY }, author);
      await availability.change({ ios: 'beta', iosLink: BETA }, author);
      assert.equal((await undo())?.state.ios, 'paused');
      assert.equal((await undo())?.state.android, 'soon');
      await availability.change({ iosLink: BETA, ios: 'beta' }, author);
      assert.equal((await undo())?.state.ios, 'paused');
      assert.deepEqual(await undo(), { id: 8, at: NOON, state: defaultAvailability });
      assert.equal(await undo(), undefined);
    });

    test('stores neither a change that is refused nor one that changes nothing', async () => {
      const { availability, audit } = opened.storage;
      assert.ok('problem' in (await availability.change({ ios: 'launched' }, author)));
      const same = await availability.change({ ios: 'beta' }, author);
      assert.ok('after' in same && same.after.id === 0);
      assert.deepEqual(await audit.entries(), []);
    });

    test('changes only together with its act in the audit', async () => {
      const { availability } = opened.storage;
      await query(opened.url, 'ALTER TABLE audit RENAME TO audit_elsewhere');
      await assert.rejects(availability.change({ ios: 'paused' }, author));
      assert.equal((await availability.read()).id, 0);
      await query(opened.url, 'ALTER TABLE audit_elsewhere RENAME TO audit');
    });
  });

  describe(`the audit on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    test('tells who added and removed admins and changed their right, once for each change', async () => {
      const { admins, audit } = opened.storage;
      const command = { who: COMMAND_LINE, at: NOON };
      assert.equal(await admins.setRight(ANA, true, command), undefined, 'not an admin');
      for (const _ of [1, 2]) await admins.add(ANA, NOON);
      assert.deepEqual(await admins.listWithRight(), []);
      assert.equal(await admins.setRight(ANA, false, command), false);
      assert.equal(await admins.setRight(ANA, true, command), true);
      assert.equal(await admins.setRight(ANA, true, command), false);
      assert.deepEqual(await admins.listWithRight(), [ANA]);
      assert.equal(await admins.setRight(ANA, false, { ...command, at: NOON + 1 }), true);
      for (const _ of [1, 2]) await admins.remove(ANA, NOON + 2);
      assert.deepEqual(await audit.entries(), [
        { ...command, act: 'add-admin', detail: ANA },
        { ...command, act: 'give-right', detail: ANA },
        { ...command, at: NOON + 1, act: 'withdraw-right', detail: ANA },
        { ...command, at: NOON + 2, act: 'remove-admin', detail: ANA },
      ]);
    });

    test('an admin who was removed and added again does not have the right', async () => {
      const { admins } = opened.storage;
      await admins.add(ANA, NOON);
      await admins.setRight(ANA, true, author);
      await admins.remove(ANA, NOON);
      await admins.add(ANA, NOON);
      assert.deepEqual(await admins.listWithRight(), []);
    });

    test('has a repeated look once in its time', async () => {
      const { audit } = opened.storage;
      for (const at of [0, 0.5, 1, 1.5].map((days) => NOON + days * DAY_MS))
        await audit.recordLook({ ...author, at }, 'see-mailings', at - DAY_MS);
      const looks = (await audit.entries()).map(({ at }) => (at - NOON) / DAY_MS);
      assert.deepEqual(looks, [0, 1]);
    });

    test('is kept for six months', async () => {
      const { availability, audit, retention } = opened.storage;
      await availability.change({ ios: 'paused' }, author);
      const end = Date.UTC(2025, 11, 14, 12);
      // A run counts at most a day since the last one.
      for (let at = end - 2 * DAY_MS; at <= end; at += DAY_MS) await retention.run(at);
      assert.equal((await audit.entries()).length, 1);
      await retention.run(end + 1);
      assert.deepEqual(await audit.entries(), []);
      assert.equal((await availability.read()).state.ios, 'paused');
    });
  });
}
