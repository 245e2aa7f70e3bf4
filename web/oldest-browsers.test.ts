import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type ESTree, parseSync, Visitor } from 'vite';
import { findNewerBuiltIns } from '../testing/newer-built-ins.ts';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';

/** What scripts may use, because they first look whether the browser has it. */
const guarded: Readonly<Record<string, string>> = {
  navigation: 'React',
  setImmediate: 'React',
  trustedTypes: 'document.tsx',
  'Error.captureStackTrace': 'Firebase',
  'Intl.Segmenter': 'contract/inviters.ts',
  '.toBase64': 'qr',
  'new CSSStyleSheet': 'toaster.tsx shows plain text if toasts.tsx fails',
};
/** What looks like a newer built-in, and is not. */
const others: Readonly<Record<string, string>> = {
  '.use': 'a hook of React',
  '.escape': 'CSS.escape',
  '.error': 'of loggers; only SuppressedError has it, as a property',
  '.displayName': 'a property of functions',
};
/** The map of Radix has the method `toSorted`. */
const RADIX = 'toasts';

const WINDOWS = ['window', 'self', 'globalThis'];
const ITERATING = ['entries', 'keys', 'matchAll', 'values'];

const dist = new URL('../dist/', import.meta.url);

describe('every script runs in the oldest browsers', () => {
  const newer = findNewerBuiltIns(OLDEST_BROWSERS);
  for (const [name, source] of builtScripts()) {
    test(name, () => {
      const found = usesOf(source).filter((use) => newer.has(use) && !guarded[use] && !others[use]);
      const known = name.startsWith(RADIX) ? ['.toSorted'] : [];
      assert.deepEqual(
        found.filter((use) => !known.includes(use)),
        [],
      );
    });
  }
});

test('each kind of use of a built-in is found', () => {
  const newer = findNewerBuiltIns(['chrome40', 'firefox40', 'ios9', 'safari9']);
  const foundIn = (source: string) => usesOf(source).some((use) => newer.has(use));
  const uses = [
    ...['Promise.withResolvers()', 'new Intl.Segmenter()', '[].toSorted()', 'a["findLast"](b)'],
    ...['const { groupBy } = Object', 'window.structuredClone(1)', 'navigation.currentEntry'],
    ...['new CSSStyleSheet()', 'new Map().values().map(a)', '/(?<=a)b/', '/a/v'],
  ];
  for (const source of uses) assert.ok(foundIn(source), source);
  const none = ['a.fetch()', 'a.toSorted', 'Object.keys(a).map(b)', 'let a={structuredClone:1}'];
  for (const source of none) assert.ok(!foundIn(source), source);
});

/** The names in a script that could be built-ins, in the notation of `findNewerBuiltIns`. */
function usesOf(source: string): string[] {
  const { program, errors } = parseSync('script.js', source);
  assert.deepEqual(errors, []);
  const uses: string[] = [];
  /** Keys of members and objects, which are no variables. */
  const keys = new Set<ESTree.Node>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
      for (const part of id.properties) {
        if (part.type === 'Property') uses.push(`${init.name}.${nameOf(part.key)}`);
      }
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) keys.add(key);
    },
    MethodDefinition({ key }) {
      keys.add(key);
    },
    PropertyDefinition({ key }) {
      keys.add(key);
    },
    MemberExpression({ object, property, computed }) {
      if (!computed) keys.add(property);
      const key = nameOf(property);
      const owner = nameOf(object);
      uses.push(`${owner}.${key}`);
      if (WINDOWS.includes(owner)) uses.push(key);
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression') return;
      const { object, property } = callee;
      // In Node's globals are JavaScript's own objects, and `console`.
      if (!(nameOf(object) in globalThis)) uses.push(`.${nameOf(property)}`);
      if (isIterator(object)) uses.push(`Iterator.${nameOf(property)}`);
    },
    NewExpression({ callee }) {
      uses.push(`new ${nameOf(callee)}`);
    },
    Identifier(node) {
      if (!keys.has(node)) uses.push(node.name);
    },
    Literal(node) {
      if (!('regex' in node)) return;
      if (node.regex.flags.includes('v')) uses.push('RegExp.unicodeSets');
      if (/\(\?<[=!]/.test(node.regex.pattern)) uses.push('RegExp.lookbehind_assertion');
    },
  }).visit(program);
  return uses;
}

/** A call such as `map.values()`, whose result has no methods such as `map` in older browsers. */
function isIterator(node: ESTree.Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return ITERATING.includes(nameOf(property)) && nameOf(object) !== 'Object';
}

/** The name of a variable, or of a key that is written with or without quotes. */
function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

/** The files with scripts, and the scripts inside the pages and their parts. */
function builtScripts(): [string, string][] {
  const files = readdirSync(new URL('assets', dist)).filter((name) => name.endsWith('.js'));
  const parts = Object.values<object>(JSON.parse(read('page-parts.json'))).flatMap(Object.values);
  return [
    ...files.map((name): [string, string] => [name, read(`assets/${name}`)]),
    ...readdirSync(new URL('pages', dist)).map((name): [string, string] => [
      name,
      scriptsIn(read(`pages/${name}`)),
    ]),
    ['the parts of pages', scriptsIn(parts.flatMap(Object.values).join(''))],
  ];
}

function scriptsIn(html: string): string {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script).join(';');
}

function read(path: string): string {
  return readFileSync(new URL(path, dist), 'utf8');
}
