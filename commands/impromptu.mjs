#!/usr/bin/env -S node --max-semi-space-size=2
/**
 * Where the program begins. Plain JavaScript, for two reasons: an old Node gets a sentence instead of a
 * riddle, and the cache of compiled modules is on before the first of them is loaded, which saves a
 * third of the start and 40 MB of memory. The flag above keeps the space for short-lived objects small:
 * left alone it grows with the machine's memory, to 100 MB more under load, and is no faster for it.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 26;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Node ${OLDEST_NODE} is needed, and this is ${process.version}. Run "npm start" once: it brings its own, which npm and npx then use.\n`,
  );
  process.exit(1);
}
const cache = fileURLToPath(new URL('../node_modules/.cache/impromptu', import.meta.url));
module.enableCompileCache(cache);
// The thread that writes looks for it here.
process.env.NODE_COMPILE_CACHE = cache;
await import('./program.ts');
