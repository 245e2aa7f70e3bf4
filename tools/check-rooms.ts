/** Checks the rules of `room-rules.ts`. Prints each breach, and fails if there is one. */
import { readSourceFiles } from './import-graph.ts';
import { findBreaches } from './room-rules.ts';

const breaches = findBreaches(readSourceFiles());
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.exitCode = breaches.length > 0 ? 1 : 0;
