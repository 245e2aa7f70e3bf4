import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns the path of a program with one of these names, from the first folder of PATH that contains one */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
