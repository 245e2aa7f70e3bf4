import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and the missing ones above it, or none. One after another, because Node's `mkdir` with `recursive`
 * never returns where no folder can be created, such as in /proc.
 *
 * @returns the folders that were created, the highest first
 */
export function makeFolder(folder: string, mode = 0o777): string[] {
  if (existsSync(folder)) return [];
  const made = makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
    return [...made, folder];
  } catch (error) {
    // Another process may have created it meanwhile.
    if (existsSync(folder)) return made;
    removeEmptyFolders(made);
    throw error;
  }
}

/** @param folders the highest first; `rmdirSync` refuses those in which something is */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) rmdirSync(folder);
}
