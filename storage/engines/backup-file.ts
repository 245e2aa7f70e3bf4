import { stat } from 'node:fs/promises';

/** The URL of a backup, which is an SQLite file for both engines. */
export function addressOfFile(file: string): string {
  return `file:${file}`;
}

/** Whether pages that were written may not be in the file yet, but only in the write-ahead log beside it. */
export async function hasPagesOutside(file: string): Promise<boolean> {
  const log = await stat(`${file}-wal`).catch(() => undefined);
  return log !== undefined && log.size > 0;
}
