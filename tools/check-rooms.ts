/**
 * Checks the rules of the house (see ARCHITECTURE.md): who may import whom, what nothing may be called,
 * who may name an engine or read the environment. Prints each breach, and fails if there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBreaches } from './room-rules.ts';

const root = join(import.meta.dirname, '..');
const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'],
  {
    cwd: root,
    encoding: 'utf8',
  },
);
const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
const breaches = findBreaches(
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
);
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.exitCode = breaches.length > 0 ? 1 : 0;
