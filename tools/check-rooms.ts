/**
 * Checks the rules of ARCHITECTURE.md: which room may import which, names that are not allowed, which files may name an
 * engine or read the environment, the width of comments, and phrases that have a plainer form. It also checks that
 * ARCHITECTURE.md draws the rooms as they are. Prints each breach, and fails if there is one. With `--draw` it prints
 * the rooms, what each may import, and their floors.
 */
import { drawRooms, findOldDrawings } from './draw-rooms.ts';
import { findUnplainPhrases } from './plain-words.ts';
import { findBreaches } from './room-rules.ts';
import { readDocuments, readSourceFiles } from './source-files.ts';

if (process.argv.includes('--draw')) process.stdout.write(`${drawRooms()}\n`);

const files = readSourceFiles();
const documents = readDocuments();
const breaches = [
  ...findBreaches(files),
  ...findUnplainPhrases([...files, ...documents]),
  ...findOldDrawings(documents),
];
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.exitCode = breaches.length > 0 ? 1 : 0;
