import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, type Srgb } from '../design/colour.ts';
import { readSkies } from '../design/sky-tokens.ts';
import { checkLetter } from './check-letter.ts';
import { readColours } from './letter-colours.ts';
import { letterContents, renderText } from './letter-content.ts';

const links = '<a href="{{openUrl}}">Open</a><a href="{{leaveUrl}}">Leave</a>';
const letter = {
  subject: 'Hello',
  html: `<table role="presentation"></table><p>© {{year}}</p>${links}`,
  text: '{{openUrl}} {{leaveUrl}} © {{year}}',
};

function faultsOf(changed: Partial<typeof letter>, kind = 'confirm'): string {
  try {
    checkLetter(kind, { ...letter, ...changed });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a letter with known slots, and with the same links in both parts, is accepted', () => {
  assert.equal(faultsOf({}), '');
  assert.equal(faultsOf({ subject: 'You are number {{position}}' }, 'place'), '');
});

test('a slot that the server does not fill for this kind of letter is refused', () => {
  assert.equal(
    faultsOf({ subject: 'You are number {{position}}' }),
    'Cannot write letter "confirm": the server does not fill {{position}} in its subject',
  );
  assert.match(faultsOf({ text: `${letter.text} {{name}}` }, 'place'), /fill \{\{name\}\}/);
});

test('a letter that would load something, or that names another site, is refused', () => {
  for (const remote of [
    '<img alt="">',
    '<link rel="stylesheet">',
    '<style>@import "a.css"</style>',
    '<p style="background:url(a.png)">',
    '<td background="a" src="b">',
    '<svg></svg>',
  ]) {
    assert.match(faultsOf({ html: letter.html + remote }), /may not contain/, remote);
  }
  const elsewhere = `${letter.text} https://example.com/a`;
  assert.match(
    faultsOf({ text: elsewhere }),
    /https:\/\/example\.com\/a in its text is not a slot/,
  );
});

test('a letter is refused if a link is only in the HTML, or if it has no link to leave', () => {
  assert.match(faultsOf({ text: '{{openUrl}}' }), /its text part has no \{\{leaveUrl\}\}/);
  const html = '<a href="{{openUrl}}">Open</a>';
  assert.match(faultsOf({ html }), /no link to \{\{leaveUrl\}\}/);
});

test('HTML of more than 40 KB, or with a table that screen readers announce, is refused', () => {
  const room = 40 * 1024 - letter.html.length - 1;
  assert.equal(faultsOf({ html: letter.html + 'a'.repeat(room) }), '');
  assert.match(faultsOf({ html: letter.html + 'a'.repeat(room + 1) }), /40961 bytes/);
  assert.match(faultsOf({ html: `${letter.html}<table></table>` }), /would announce <table>/);
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
    assert.equal(text.includes('{{shareUrl}}'), kind === 'place');
  }
});

const MIN_CONTRAST = 4.5;

test('every text of a letter has contrast with its background, at dusk and at night', () => {
  const skies = readSkies();
  for (const sky of ['dusk', 'nightfall']) {
    const colours = readColours(skies.get(sky) ?? {});
    const { ink, inkSoft, sun, sunInk, paper, outside, skyHigh, skyMid, skyLow } = colours;
    const pairs = [
      ...[paper, skyHigh, skyMid, skyLow].map((background) => [ink, background]),
      [inkSoft, outside],
      [sunInk, sun],
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
