import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLogo } from './logo-file.ts';

const FILE = `<?xml version="1.0"?>
<!-- Made with a drawing program. -->
<svg xmlns="http://www.w3.org/2000/svg" width="20" viewBox="0 0 20 10">
  <title>Zyx</title>
  <style>.logo-poster { aspect-ratio: 2; }</style>
  <path d="M0 0h4v8z" fill="#000000" style="fill:#000"/>
  <g fill="#f00">
    <circle style="fill:#fc0" id="sun" cx="12" cy="5" r="3"/>
  </g>
</svg>`;

test('a drawn logo has its letters in the colour of text, and the sun of the hour in place of its circle', () => {
  const logo = readLogo(FILE, 'Zyx');
  assert.deepEqual(logo?.box, [0, 0, 20, 10]);
  assert.equal(logo.baseline, 8);
  assert.equal(logo.style, '.logo{--descent:20%}.logo-poster { aspect-ratio: 2; }');
  assert.match(
    logo.shapes,
    /^<path d="M0 0h4v8z"\/><g fill="#f00"><svg x="9" [^>]*><g class="logo-orb">/,
  );
  assert.match(logo.shapes, /<\/svg><\/g>$/);
});

test('a logo whose title is the name of another product is not shown, and one without a title is', () => {
  assert.equal(readLogo(FILE, 'Other'), undefined);
  assert.ok(readLogo(FILE.replace(/<title>.*<\/title>/, ''), 'Other'));
});

test('a file without a viewBox is refused', () => {
  assert.throws(() => readLogo(FILE.replace('viewBox', 'viewbox'), 'Zyx'), {
    message: 'Cannot read web/design/logo.svg: its svg element needs a viewBox of 4 numbers.',
  });
});
