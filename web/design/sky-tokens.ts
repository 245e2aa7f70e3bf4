/** Reads the colours of each sky from the stylesheets, for the contrast test and the pictures. */
import { readFileSync } from 'node:fs';
import { withPalette } from './palette.ts';

export type Tokens = Readonly<Record<string, string>>;

const RULE = /((?:\[data-sky="[\w-]+"\],?\s*)+)\{([^}]*)\}/g;

/** The custom properties of each sky, including shared properties, by the sky's name. */
export function readSkies(): ReadonlyMap<string, Tokens> {
  const shared = readProperties(read('tokens.css'));
  const skies = new Map<string, Tokens>();
  for (const [, selectors = '', body = ''] of read('sky.css').matchAll(RULE)) {
    for (const [, name = ''] of selectors.matchAll(/"([\w-]+)"/g)) {
      skies.set(name, { ...shared, ...skies.get(name), ...readProperties(body) });
    }
  }
  return skies;
}

function read(name: string): string {
  const css = readFileSync(new URL(name, import.meta.url), 'utf8');
  return withPalette(css.replace(/\/\*[\s\S]*?\*\//g, ''));
}

/** The custom properties of a stylesheet or of one rule. */
export function readProperties(css: string): Tokens {
  const found = css.matchAll(/(--[\w-]+):\s*([^;]+);/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}
