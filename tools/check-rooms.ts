/**
 * Checks the rules of the house (see ARCHITECTURE.md): who may import whom, what nothing may be called,
 * who may name an engine or read the environment. Prints each breach, and fails if there is one.
 */
import { findBreaches } from './room-rules.ts';
import { readSourceFiles } from './source-files.ts';

const breaches = findBreaches(readSourceFiles());
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.exitCode = breaches.length > 0 ? 1 : 0;
