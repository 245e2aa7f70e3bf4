import { stat } from 'node:fs/promises';

/** The URL of a backup, which is an SQLite file for both engines. */
export function addressOfFile(file: string): string {
  return `file:${file}`;
}

/** Whether the write-ahead log beside the file may contain pages that are not in the file yet. */
export async function hasPagesOutside(file: string): Promise<boolean> {
  const log = await stat(`${file}-wal`).catch(() => undefined);
  return log !== undefined && log.size > 0;
}
