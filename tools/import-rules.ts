/** The rules of imports and files in ARCHITECTURE.md. As a program, this file checks them: `npm run check:imports`. */

import { type Import, importsOf, readSourceFiles, type SourceFile } from './import-graph.ts';
import { layers, placeOf } from './layers.ts';

/** Which modules each module may import, besides itself. A module that is not listed may not import other modules. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  web: ['contract', 'brand.ts'],
  storage: ['contract'],
  server: ['contract', 'storage', 'brand.ts', 'package.json'],
  commands: ['contract', 'server', 'storage', 'package.json'],
  testing: ['commands', 'contract', 'server', 'storage', 'brand.ts'],
  'browser-tests': ['contract', 'server', 'storage', 'testing', 'brand.ts'],
  benchmarks: ['contract', 'server', 'storage', 'testing'],
  proofs: ['browser-tests', 'contract', 'server', 'storage', 'testing'],
  tools: ['commands', 'contract', 'server', 'storage', 'browser-tests', 'testing', 'brand.ts'],
  'playwright.config.ts': ['browser-tests'],
};

/** What only testing, proofs and benchmarks may import of `storage/`; others may import types, but not of these. */
const INNER_STORAGE =
  /^storage\/(?!(open|errors|make-folder|steps|engines\/choose-engine|letters\/letter)\.ts$)/;
const INNER_TYPES = /^storage\/(engines|migrations)\//;
/** Commands import this part of `storage/`, too. */
const BACKUP = /^storage\/backup\//;

/** Imports that the table does not allow, each with its reason. */
const EXCEPTIONS: readonly (readonly [from: RegExp, to: RegExp])[] = [
  // This file renders pages, as the build does.
  [/^tools\/page-sources\.ts$/, /^web\/page\.ts$/],
  // These files compare the screen with texts, durations and browsers that are defined only in `web/`.
  [/^(browser-tests\/|tools\/pictures\.ts$)/, /^web\/(.*-(texts|limits)|oldest-browsers)\.ts$/],
];

/**
 * The calls and pages of the specification. Neither they nor the files that they import may import what came after it, so
 * that they can be read alone. Types of `Storage` and of all calls are not followed.
 */
const CORE =
  /^(server\/(waitlist\/(sign-up|form-sign-up)|(invites|identity|analytics|bot-check|ingest)\/.*)|storage\/(waitlist\/join|(invites|identity|analytics)\/.*)|web\/screens\/(home|invite)\/.*)\.tsx?$/;
const AFTER_CORE =
  /^((server|storage)\/(letters|mailings|launch|notices)\b|contract\/(mail|mailings|launch)\.ts$|web\/mail\/)/;
const NOT_FOLLOWED =
  /^(server\/app-parts|storage\/open|contract\/(calls|schemas\/.*)|web\/page)\.ts$/;

/** The build evaluates this file, so that no script contains the schemas. */
const BROWSER_CALLS = 'web/browser-calls.ts';

/** Names that do not describe the content. */
const EMPTY_NAME = /(^|[/-])(utils?|helpers?|common|misc|lib|shared)[/.]/i;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const NAMES_NO_ENGINE = /^(commands|contract|server|storage(?!\/engines\/)|web)\/.*\.tsx?$/;
const ENGINE_NAME = /\b(sqlite|postgres(ql)?|pg)\b/i;
/** Never returns where no folder can be created. */
const RECURSIVE_MKDIR = /\bmkdir(Sync)?\([^;]*\brecursive\b/;

if (import.meta.main) {
  const breaches = findBreaches(readSourceFiles());
  for (const breach of breaches) process.stderr.write(`${breach}\n`);
  process.exitCode = Number(breaches.length > 0);
}

/** @returns one sentence for each breach of the rules in ARCHITECTURE.md */
export function findBreaches(files: readonly SourceFile[]): string[] {
  const breachesOf = (one: Import) => [...betweenModules(one), ...insideModules(one)];
  return [
    ...files.flatMap((file) => [...names(file), ...importsOf(file).flatMap(breachesOf)]),
    ...aroundCore(files),
  ];
}

function* aroundCore(files: readonly SourceFile[]): Generator<string> {
  const core = files.map(({ path }) => path).filter((path) => CORE.test(path));
  const imports = Map.groupBy(files.flatMap(importsOf), ({ from }) => from);
  const reached = new Set(core.filter((path) => !TEST_FILE.test(path)));
  // The loop also visits what it adds.
  for (const path of reached) {
    for (const { to } of imports.get(path) ?? []) {
      if (AFTER_CORE.test(to))
        yield `${path} imports ${to}, but the core of the specification reads alone.`;
      else if (!NOT_FOLLOWED.test(to)) reached.add(to);
    }
  }
}

function* names({ path, text }: SourceFile): Generator<string> {
  if (EMPTY_NAME.test(path)) yield `${path} has a name that does not describe its content.`;
  if (RECURSIVE_MKDIR.test(text))
    yield `${path} calls mkdir with recursive, and has to call makeFolder of storage/make-folder.ts.`;
  if (!NAMES_NO_ENGINE.test(path) || TEST_FILE.test(path)) return;
  const name = ENGINE_NAME.exec(text)?.[0];
  if (name) yield `${path} names the engine "${name}".`;
}

function* betweenModules({ from, to, isType }: Import): Generator<string> {
  const [module, other] = [moduleOf(from), moduleOf(to)];
  const allowed =
    other === module ||
    MAY_IMPORT[module]?.includes(other) ||
    (other === 'testing' && TEST_FILE.test(from)) ||
    EXCEPTIONS.some(([source, target]) => source.test(from) && target.test(to));
  if (!allowed || reachesInsideStorage(module, to, isType)) {
    yield `${from} imports ${to}, which ${module} may not import.`;
  }
  const isSchema = to.startsWith('contract/schemas/') || to === 'contract/calls.ts';
  if (module === 'web' && isSchema && !isType && from !== BROWSER_CALLS) {
    yield `${from} imports ${to} for its values; only ${BROWSER_CALLS} may, and others only types.`;
  }
}

function reachesInsideStorage(module: string, to: string, isType: boolean): boolean {
  if (!['server', 'commands', 'tools', 'browser-tests'].includes(module)) return false;
  if (!INNER_STORAGE.test(to) || (isType && !INNER_TYPES.test(to))) return false;
  return !(module === 'commands' && BACKUP.test(to));
}

/** Tests may import everything in their module. */
function* insideModules({ from, to }: Import): Generator<string> {
  if (TEST_FILE.test(from)) return;
  for (const module of Object.keys(layers)) {
    if (![from, to].every((path) => path.startsWith(`${module}/`))) continue;
    const [own, other] = [placeOf(from, module), placeOf(to, module)];
    if (own.layer < 0) {
      yield `${from} is in no layer of ${module}; tools/layers.ts has to name one.`;
    } else if (other.layer >= 0 && other.layer <= own.layer && other.folder !== own.folder) {
      yield `${from} imports ${to}, which is not in a layer below it.`;
    }
  }
}

/** The first folder of a path, or the file itself if it is in no folder. */
function moduleOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}
