import { dirname, join } from 'node:path/posix';

/** One source file: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Which rooms each room may import, itself apart. A room that is not listed may import nothing of ours. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  web: ['contract', 'brand.ts'],
  storage: ['contract'],
  server: ['contract', 'storage', 'brand.ts'],
  commands: ['server', 'storage'],
  'browser-tests': ['contract', 'server', 'storage', 'brand.ts'],
  benchmarks: ['contract', 'server', 'storage'],
  proofs: ['contract', 'server', 'storage'],
  tools: ['contract', 'server', 'storage', 'browser-tests'],
  'playwright.config.ts': ['browser-tests'],
};

/** Imports that the table does not allow, each with its reason. */
const EXCEPTIONS: readonly { from: RegExp; to: RegExp }[] = [
  // They render pages and draw icons as the build does.
  {
    from: /^tools\/(page-sources|draw-previews|draw-icons)\.ts$/,
    to: /^web\/(page|design\/sun-icon-paths)\.ts$/,
  },
];

/** Names that say nothing of what is inside. */
const EMPTY_NAME = /(^|\/)(utils?|helpers?|common|misc|lib|shared)(\/|\.[a-z]+$)/i;
const ENGINE_NAME = /\b(sqlite|postgres(ql)?|pg)\b/i;
const KNOWS_ENGINES = /^storage\/engines\//;
const READS_ENVIRONMENT = /^(commands\/.*|tools\/.*|browser-tests\/.*)$/;
const IMPORT =
  /^\s*(?:import|export)\s(?<clause>[^'"`;]*?)\sfrom\s*['"](?<from>[^'"]+)['"]|^\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/gm;

/** @returns one sentence for each breach of the rules of the house */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...emptyNames(file),
    ...(/\.tsx?$/.test(file.path) ? [...imports(file), ...words(file)] : []),
  ]);
}

function emptyNames({ path }: SourceFile): string[] {
  return EMPTY_NAME.test(path) ? [`${path} has a name that says nothing.`] : [];
}

function* imports({ path, text }: SourceFile): Generator<string> {
  const room = roomOf(path);
  for (const { groups = {} } of text.matchAll(IMPORT)) {
    const target = groups['from'] ?? groups['bare'] ?? groups['dynamic'] ?? '';
    if (!target.startsWith('.')) continue;
    const imported = join(dirname(path), target);
    const other = roomOf(imported);
    const allowed = other === room || MAY_IMPORT[room]?.includes(other);
    if (!allowed && !EXCEPTIONS.some(({ from, to }) => from.test(path) && to.test(imported))) {
      yield `${path} imports ${imported}, which ${room} may not.`;
    }
    const typesAlone = groups['clause']?.startsWith('type ');
    if (room === 'web' && imported.startsWith('contract/schemas/') && !typesAlone) {
      yield `${path} imports ${imported} for its values; the browser may only import its types.`;
    }
  }
}

function* words({ path, text }: SourceFile): Generator<string> {
  const statements = text.split('\n').filter((line) => line.trim() !== '');
  if (statements.length > 0 && statements.every((line) => /^export .* from /.test(line)))
    yield `${path} only re-exports.`;
  if (isTest(path)) return;
  const room = roomOf(path);
  if ((room === 'storage' || room === 'server') && !KNOWS_ENGINES.test(path)) {
    const name = ENGINE_NAME.exec(withoutComments(text))?.[0];
    if (name) yield `${path} names the engine "${name}".`;
  }
  if (/\bprocess\.env\b/.test(text) && !READS_ENVIRONMENT.test(path)) {
    yield `${path} reads the environment.`;
  }
}

/** The first folder of a path, or the file itself where it lies in no folder. */
function roomOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$|\/testing\//.test(path);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
