import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, mix, type Oklab, parseColour, toSrgb } from '../design/colour.ts';
import { readProperties, readSkies, type Tokens } from '../design/skies.ts';

/** WCAG 2.2, 1.4.3, for text of any size. */
const ENOUGH = 4.5;

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

const posterColours = readProperties(
  read('../design/tokens.css') + read('../design/poster/poster.css'),
);

/** Resolves the variables and mixtures of our stylesheets to a colour. */
function resolve(value: string, tokens: Tokens): Oklab {
  const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (name) return resolve(tokens[name] ?? `${name}, which is missing`, tokens);
  const [, from, to, share] = /^color-mix\(in oklab, (.+), (.+) (\d+)%\)$/.exec(value) ?? [];
  if (!from || !to) return parseColour(value);
  return mix(resolve(from, tokens), resolve(to, tokens), Number(share) / 100);
}

function assertReadable(text: string, background: string, tokens: Tokens, where: string): void {
  const [above, below] = [text, background].map((value) => toSrgb(resolve(value, tokens)));
  assert.ok(above && below);
  const ratio = contrast(above, below);
  assert.ok(ratio >= ENOUGH, `${where}: ${text} on ${background} has ${ratio.toFixed(2)}`);
}

/** All values that a stylesheet sets for a colour. */
function valuesOf(property: string, css: string): string[] {
  return [...css.matchAll(new RegExp(`${property}: ([^;]+);`, 'g'))].map(([, value = '']) => value);
}

test('the text on all four signs of the map has enough contrast', () => {
  const signs = valuesOf('--sign', read('sponti/places.css'));
  assert.equal(signs.length, 4);
  for (const sign of signs) assertReadable('var(--dark)', sign, posterColours, 'a sign');
});

test('the text on all eight flyers has enough contrast', () => {
  const css = read('popups/flyers.css');
  const sheets = valuesOf('--sheet', css);
  const prints = valuesOf('--print', css);
  assert.equal(sheets.length, 8);
  assert.equal(prints.length, 8);
  for (const [index, sheet] of sheets.entries()) {
    assertReadable(prints[index] ?? '', sheet, posterColours, `flyer ${index + 1}`);
  }
});

test('the text on the boards and on the sheet of paper has enough contrast', () => {
  const boards = { ...posterColours, ...readProperties(read('popups/boards.css')) };
  assertReadable('var(--cream)', 'var(--slate)', boards, 'a board');
  assertReadable('var(--dark)', 'var(--cream)', posterColours, 'the sheet');
});

test('the text on the wall and in the streets has enough contrast under every sky', () => {
  const wall = read('popups/wall.css');
  const map = read('sponti/street-map.css');
  const [paleBrick = '', darkBrick = ''] = valuesOf('fill', wall).filter((value) =>
    value.startsWith('color-mix'),
  );
  for (const [name, sky] of readSkies()) {
    const tokens = { ...sky, ...readProperties(wall), ...readProperties(map) };
    for (const text of ['var(--city-ink)', 'var(--window)']) {
      for (const brick of ['var(--wall)', paleBrick, darkBrick]) {
        assertReadable(text, brick, tokens, `the wall at ${name}`);
      }
    }
    assertReadable('var(--city-ink)', 'var(--street)', tokens, `a street at ${name}`);
  }
});
