/** Reads the colours of each sky from the stylesheets. */
import { readFileSync } from 'node:fs';

export type Tokens = Readonly<Record<string, string>>;

/** A rule for one or several skies: its selectors, and its body. */
const SKY_RULE = /((?:\[data-sky="[\w-]+"\],?\s*)+)\{([^}]*)\}/g;

/** The custom properties of each sky, including shared properties, by the sky's name. */
export function readSkies(): ReadonlyMap<string, Tokens> {
  const shared = readProperties(read('tokens.css'));
  const skies = new Map<string, Tokens>();
  for (const [, selectors = '', body = ''] of read('sky.css').matchAll(SKY_RULE)) {
    for (const [, name = ''] of selectors.matchAll(/"([\w-]+)"/g)) {
      skies.set(name, { ...shared, ...skies.get(name), ...readProperties(body) });
    }
  }
  return skies;
}

function read(name: string): string {
  const css = readFileSync(new URL(name, import.meta.url), 'utf8');
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}

/** The custom properties of a stylesheet or of one rule. */
export function readProperties(css: string): Tokens {
  const found = css.matchAll(/(--[\w-]+):\s*([^;]+);/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}
