import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, type Srgb } from '../design/colour.ts';
import { readSkies } from '../design/skies.ts';
import { readColours } from './letter-colours.ts';
import { type LetterTemplate, letterContents, renderText } from './letter-content.ts';

const MAIL = new URL('../../dist/mail.json', import.meta.url);
const letters: Record<string, LetterTemplate> = JSON.parse(readFileSync(MAIL, 'utf8'));

const FOR_EVERYONE = ['openUrl', 'leaveUrl', 'publicUrl', 'year'];
const SLOTS_OF: Readonly<Record<string, readonly string[]>> = {
  position: ['shareUrl', 'position', 'waiting'],
  mailing: ['subject', 'preheader', 'words', 'postalAddress'],
  launch: ['subject', 'preheader', 'words', 'after', 'postalAddress'],
  'launch-to-come': ['subject', 'preheader', 'words', 'after', 'postalAddress'],
};
/** Gmail cuts off mails of more than 102 KB. Letters are much smaller, so that they load fast on phones. */
const MAX_HTML_BYTES = 40 * 1024;

test('a built letter has only slots that the server fills, and loads nothing', () => {
  for (const [kind, letter] of Object.entries(letters)) {
    const slots = [...FOR_EVERYONE, ...(SLOTS_OF[kind] ?? [])];
    for (const [part, content] of Object.entries(letter)) {
      const used = [...content.matchAll(/\{\{(.*?)\}\}/g)].map(([, slot = '']) => slot);
      const unknown = used.filter((slot) => !slots.includes(slot));
      assert.deepEqual(unknown, [], `${kind}, ${part}`);
      assert.doesNotMatch(content, /https?:/i, `${kind}, ${part}`);
    }
    const { html } = letter;
    assert.doesNotMatch(html, /<(img|link|script|iframe|form|svg)\b|\ssrc=|url\(|@import/i, kind);
    assert.doesNotMatch(html, /<table(?![^>]*role="presentation")/, 'screen readers announce it');
    assert.ok(Buffer.byteLength(html) <= MAX_HTML_BYTES, kind);
  }
  assert.ok(Object.keys(letters).length >= 4);
});

test('a built letter has the links to open and to leave, and its text part has all links of the HTML', () => {
  for (const [kind, { html, text }] of Object.entries(letters)) {
    const links = [...html.matchAll(/\shref="(?:mailto:)?([^"]*)"/g)].map(([, link = '']) => link);
    assert.ok(links.includes('{{openUrl}}') && links.includes('{{leaveUrl}}'), kind);
    for (const link of links) assert.ok(text.includes(link), `${kind}: ${link}`);
  }
});

test('the text part of every letter has all words of the letter, the link of its button, and a link to leave', () => {
  for (const [kind, content] of Object.entries(letterContents)) {
    const text = renderText(content);
    const all = [
      content.headline,
      content.subline,
      ...content.words,
      ...content.after,
      content.why,
    ];
    for (const words of [...all, '{{openUrl}}', '{{leaveUrl}}']) assert.ok(text.includes(words));
    assert.equal(text.includes('{{shareUrl}}'), kind === 'position');
  }
});

const MIN_CONTRAST = 4.5;

test('every text of a letter has contrast with its background, at dusk and at night', () => {
  const skies = readSkies();
  for (const sky of ['dusk', 'nightfall']) {
    const colours = readColours(skies.get(sky) ?? {});
    const { ink, inkSoft, sun, sunInk, paper, outside, skyHigh, skyMid, skyLow, city } = colours;
    const pairs = [
      ...[paper, skyHigh, skyMid, skyLow].map((background) => [ink, background]),
      [inkSoft, outside],
      [sunInk, sun],
      // The reader's window.
      [sun, city],
    ] as [string, string][];
    for (const [text, background] of pairs) {
      const ratio = contrast(fromHex(text), fromHex(background));
      assert.ok(ratio >= MIN_CONTRAST, `${sky}: ${text} on ${background} is ${ratio.toFixed(2)}`);
    }
  }
});

function fromHex(hex: string): Srgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}
