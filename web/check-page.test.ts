import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPage } from './check-page.ts';

test('a page of elements, inline styles and inline scripts may be written', () => {
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
