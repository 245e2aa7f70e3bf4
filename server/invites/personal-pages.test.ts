import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { appPlatforms } from '../../contract/availability.ts';
import { caseOf } from '../../contract/page-parts.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';
import { compressOnce } from './personal-pages.ts';

/** Browsers ignore the spaces that fill the room of a shorter name. */
const withoutRooms = (html: string) => html.replaceAll(' ', '');

describe('the home page of a friend’s link', () => {
  const site = siteForSuite(createTestApp);

  test('has its whole text after decompression, in each state of the app and with any name', async () => {
    for (const app of appPlatforms) {
      // As many slots as a page may get.
      const html = site.build
        .page('home', [caseOf(app), 'letters', 'inviter'])
        .replaceAll('href="{{androidLink}}"', 'href="{{inviteReferrer}}"')
        .replace(/(?<=app-argument=)[^"]*/, '{{inviteLink}}');
      const compress = compressOnce(html);
      for (const name of ['', 'Zoë', '"'.repeat(20), '<bdi>', 'x'.repeat(126), 'x'.repeat(1_000)]) {
        const texts = { inviteName: name, inviteReferrer: 'ref%3D1', inviteLink: '/invite?ref=1' };
        const [{ body }, plain] = [await compress(texts, 'br'), await compress(texts, 'identity')];
        const text = brotliDecompressSync(body).toString();
        const expected = plain.body.toString();
        assert.ok(withoutRooms(text) === withoutRooms(expected), `${caseOf(app)} ${name}`);
      }
    }
  });

  test('of two friends is compressed once, and differs only in the line with the name', async () => {
    const pages: Buffer[] = [];
    for (const firstName of ['Ana', 'Zoë & Co.']) {
      await site.storage.inviters.put({ ...ANA, id: firstName, firstName });
      const url = `/?ref=${encodeURIComponent(firstName)}`;
      const page = await site.app.inject({ url, headers: { 'accept-encoding': 'br' } });
      assert.equal(page.headers['content-encoding'], 'br');
      pages.push(page.rawPayload);
    }
    const [one, other] = pages as [Buffer, Buffer];
    assert.equal(one.length, other.length);
    const differ = [...one.keys()].filter((at) => one[at] !== other[at]);
    assert.ok((differ.at(-1) ?? 0) - (differ[0] ?? 0) < 128, `${differ}`);
  });
});
