import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../server/settings/refusal.ts';

/**
 * Replaces Node's own reader, which skips a first line with a byte order mark, ends a value at each "#", and, if a
 * space follows "=", takes the next line as the value.
 */
const ENVIRONMENT_LINE =
  /^\s*(?:#.*|(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*=\s*(?:(?<quote>["'`])(?<quoted>(?:(?!\k<quote>).)*)\k<quote>|(?<plain>[^"'`#\s].*?)(?=\s*$|\s#)|)\s*(?:#.*)?)?$/;

/**
 * Node or the C library has read these variables before the program begins. Not in this list: TZ, UV_THREADPOOL_SIZE and
 * NODE_TLS_REJECT_UNAUTHORIZED, which they read when they need them.
 */
const READ_EARLIER =
  /^(ENV_FILE|NODE_(OPTIONS|EXTRA_CA_CERTS|USE_SYSTEM_CA|USE_ENV_PROXY|(DISABLE_)?COMPILE_CACHE\w*|DEBUG\w*|NO_WARNINGS|REDIRECT_WARNINGS|PENDING_DEPRECATION|PATH|PRESERVE_SYMLINKS\w*|ICU_DATA|V8_COVERAGE)|SSL_CERT_(FILE|DIR)|OPENSSL_\w+|(https?|no)_proxy|MALLOC_\w+|GLIBC_TUNABLES|LD_\w+)$/i;
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
    const early = values.find(([name, value]) => READ_EARLIER.test(name ?? '') && value)?.[0];
    if (early)
      throw new Error(
        `${early} is read before this file. Remove its line, and set it in the environment, for example: ${early}=… ./site serve`,
      );
    Object.assign(process.env, { ...Object.fromEntries(values), ...process.env });
  } catch (error) {
    throw new StartRefusal(`The settings in ${path} cannot be read: ${(error as Error).message}.`);
  }
}
