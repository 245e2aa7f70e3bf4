import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAM } from '../testing/server-process.ts';

/** Runs a command on a database. @returns the command's output. @throws with the command's error message */
export async function impromptu(databaseUrl: string, ...parameters: string[]): Promise<string> {
  const env = { DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(PROGRAM, parameters, { env });
  return stdout;
}
