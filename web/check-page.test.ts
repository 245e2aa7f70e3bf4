import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPage } from './check-page.ts';

test('a page of elements, inline styles and inline scripts is accepted', () => {
  checkPage(
    'home',
    '<style>a{}</style><p class="style">© {{year}}</p><script>x.onclick=1</script>',
  );
});

test('an attribute that the policy forbids is named with its element', () => {
  assert.throws(() => checkPage('home', '<p>ok</p><p id="a" style="color:red">no</p>'), {
    message: 'Cannot write page "home": the policy forbids style in <p id="a" style="color:red">',
  });
  assert.throws(() => checkPage('home', '<button onclick="go()">no</button>'), /forbids onclick/);
});

test('a slot inside a script or a style is refused', () => {
  assert.throws(() => checkPage('home', '<script type="module">const y={{year}}</script>'), {
    message: 'Cannot write page "home": {{year}} in a <script> would change its hash.',
  });
  assert.throws(() => checkPage('home', '<style>p{content:"{{publicUrl}}"}</style>'), /<style>/);
});

test('data for search engines may contain a slot, but must be JSON', () => {
  const page = (json: string) => `<script type="application/ld+json">${json}</script>`;
  checkPage('home', page('{"url":"{{publicUrl}}/"}'));
  assert.throws(() => checkPage('home', page('{"url":{{publicUrl}}}')), {
    message: 'Cannot write page "home": its structured data is not JSON: {"url":{{publicUrl}}}',
  });
});

test('a script or style is refused if the server does not hash elements with its attributes', () => {
  for (const element of [
    '<script type="application/ld+json" src="/a.js">',
    '<script type="importmap">',
    '<script async>',
    '<style media="print">',
  ]) {
    const tag = /\w+/.exec(element)?.[0];
    assert.throws(() => checkPage('home', `${element}{}</${tag}>`), {
      message: `Cannot write page "home": the policy has no hash of a ${element}`,
    });
  }
});
