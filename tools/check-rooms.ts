/**
 * Checks the rules of the house (see ARCHITECTURE.md): who may import whom, what nothing may be called,
 * who may name an engine or read the environment. Prints each breach, and fails if there is one. With `--draw` it
 * prints the rooms, what each may import, and their floors.
 */
import { drawRooms } from './draw-rooms.ts';
import { findBreaches } from './room-rules.ts';
import { readSourceFiles } from './source-files.ts';

if (process.argv.includes('--draw')) process.stdout.write(`${drawRooms()}\n`);

const breaches = findBreaches(readSourceFiles());
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.exitCode = breaches.length > 0 ? 1 : 0;
