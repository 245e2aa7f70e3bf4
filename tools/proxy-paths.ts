/**
 * Writes the paths of screens and calls into the files of the proxies, as a part of `npm run format`. With the word
 * `check`, as a part of `npm run check`, it only compares them. A pattern that is shorter than the list of names would
 * also log a mistyped path that contains an id.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callSchemas } from '../contract/calls.ts';
import type { CallSchema } from '../contract/schemas/call-schema.ts';
import { MAX_SIGN_UP_BYTES } from '../contract/schemas/waitlist.ts';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { OPEN_API_PATH } from '../server/http/open-api.ts';

const ROOT = join(import.meta.dirname, '..');

export const screenPaths: readonly string[] = [
  ...Object.values(listedScreens),
  INVITE_PATH,
  ANALYTICS_PATH,
  WAITLIST_PATH,
];

const schemas: readonly CallSchema[] = Object.values(callSchemas);
/** The paths of calls without an id or token. */
export const callPaths: readonly string[] = [
  ...schemas.map(({ path }) => path),
  OPEN_API_PATH,
].filter((path) => !path.includes(':'));
const pathsOfLists = schemas
  .filter(({ maxBodyBytes = 0 }) => maxBodyBytes > MAX_SIGN_UP_BYTES)
  .map(({ path }) => path);

/** @returns what stands between the brackets of a pattern of these paths */
function alternatives(start: string, paths: readonly string[]): string {
  const ends = new Set(paths.map((path) => path.slice(start.length)).filter(Boolean));
  return [...ends].toSorted().join('|').replaceAll('.', '\\.');
}

const screens = alternatives('/', screenPaths);
const calls = alternatives('/api/', callPaths);

/** Of each file: where a list stands, and what it must be. */
const lists: Record<string, readonly (readonly [place: RegExp, list: string])[]> = {
  'deploy/nginx.conf': [
    [/(?<="~\^\/\(\?:)[^)]+(?=\)\?\$" {2}\$uri;)/, screens],
    [/(?<="~\^\/api\/\(\?:)[^)]+(?=\)\$" {2}\$uri;)/, calls],
    [
      /(?<=location ~ \^\/api\/\()[^)]+(?=\)\$ \{\n *client_max_body_size 1m;)/,
      alternatives('/api/', pathsOfLists),
    ],
  ],
  'deploy/Caddyfile': [
    [/(?<=regexp `\^\(\?:\(\/\(\?:)[^)]+(?=\)\?\|)/, screens],
    [/(?<=\|\/api\/\(\?:)[^)]+(?=\)\)\|)/, calls],
    [/(?<=@too_large \{\n\t\tnot path )[^\n]+/, pathsOfLists.toSorted().join(' ')],
  ],
};
const proxyFiles = Object.keys(lists);

/** @returns the file as it is, and as it must be */
async function readProxyFile(file: string) {
  const is = await readFile(join(ROOT, file), 'utf8');
  let mustBe = is;
  for (const [place, list] of lists[file] ?? []) {
    if (!place.test(mustBe)) throw new Error(`${file} contains no list at ${place}.`);
    mustBe = mustBe.replace(place, () => list);
  }
  return { is, mustBe };
}

if (import.meta.main) {
  for (const file of proxyFiles) {
    const { is, mustBe } = await readProxyFile(file);
    if (is === mustBe) continue;
    if (process.argv[2] !== 'check') await writeFile(join(ROOT, file), mustBe);
    else {
      process.stderr.write(
        `${file} does not have the paths of the contract: "npm run format" writes them.\n`,
      );
      process.exitCode = 1;
    }
  }
}
