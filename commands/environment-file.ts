import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../server/settings/refusal.ts';

/**
 * Replaces Node's own reader, which skips a first line with a byte order mark, ends a value at each "#", and, if a
 * space follows "=", takes the next line as the value.
 */
const ENVIRONMENT_LINE =
  /^\s*(?:#.*|(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*=\s*(?:(?<quote>["'`])(?<quoted>(?:(?!\k<quote>).)*)\k<quote>|(?<plain>[^"'`#\s].*?)(?=\s*$|\s#)|)\s*(?:#.*)?)?$/;

/** Reads `.env` of a folder, or the file that ENV_FILE names. Variables that are set already go before its lines. */
export function readEnvironmentFile(folder: string): void {
  const named = process.env['ENV_FILE'];
  const path = named || join(folder, '.env');
  if (!named && !existsSync(path)) return;
  try {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/);
    const parts = lines.map((line) => ENVIRONMENT_LINE.exec(line));
    const wrong = parts.indexOf(null);
    // Without the content of the line, which may be a secret.
    if (wrong >= 0) throw new Error(`line ${wrong + 1} is not NAME=value with both quotes or none`);
    const values = parts.flatMap((part) => {
      const { name, quoted, plain = '' } = part?.groups ?? {};
      return name === undefined ? [] : [[name, quoted ?? plain]];
    });
    Object.assign(process.env, { ...Object.fromEntries(values), ...process.env });
  } catch (error) {
    throw new StartRefusal(`The settings in ${path} cannot be read: ${(error as Error).message}.`);
  }
}
