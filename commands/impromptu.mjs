#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --no-allocation-site-pretenuring --max-semi-space-size=8 --max-old-space-size=1024
/**
 * The entry point. It is plain JavaScript, so that an old version of Node can run it and print which version is
 * needed. It enables Node's compile cache before any module is loaded: this saves a third of the start time and 40 MB
 * of memory. The options in the first line limit the memory for garbage. By default this limit grows with the machine's
 * memory and processors: under load the program then needs 100 MB more, and is not faster.
 * `--no-allocation-site-pretenuring` keeps the objects of requests out of V8's old generation (decision 013).
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 26;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Impromptu needs Node ${OLDEST_NODE}, and this is ${process.version}. Run "npm start" once: it installs the right Node, which npm and npx then use.\n`,
  );
  process.exit(1);
}
// The writer thread reads the path from this variable. A service that may not write here sets it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/impromptu', import.meta.url),
);
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./program.ts');
