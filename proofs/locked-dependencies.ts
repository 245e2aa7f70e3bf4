import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../contract/durations.ts';

const ROOT = join(import.meta.dirname, '..');
const MOST_DIRECT = 16;
/** Free licences that also allow use in a closed program. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];
const GRAVE = ['high', 'critical'];
const OLD_AFTER_DAYS = 90;

/** What `npm run advisories` writes. */
export interface Advisories {
  /** The day on which the registry was asked, such as 2026-11-22; null if it never answered. */
  renewed: string | null;
  known: readonly Advisory[];
}
export interface Advisory {
  package: string;
  /** The locked versions that have the weakness. */
  versions: readonly string[];
  severity: string;
  title: string;
  url: string;
}

/** The dependencies, as each file describes them. */
export interface Dependencies {
  /** Names of the production dependencies in package.json. */
  direct: readonly string[];
  /** From package-lock.json. */
  locked: readonly LockedPackage[];
  /** From tools/advisories.json. */
  advisories: Advisories;
  /** Owners and licences by name, from decision 044. */
  kept: ReadonlyMap<string, { licence: string; by: string }>;
}
interface LockedPackage {
  name: string;
  version: string;
  license: string | undefined;
  integrity: string | undefined;
  /** Whether only development and tests need it. */
  dev: boolean;
  hasInstallScript: boolean;
}

export function readDependencies(): Dependencies {
  const manifest = readJson('package.json') as { dependencies: Record<string, string> };
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, Partial<LockedPackage>>;
  };
  const decision = readFileSync(join(ROOT, 'decisions', '044-few-dependencies.md'), 'utf8');
  const rows = [...decision.matchAll(/^\| `(.+?)` \|.*\| (.+?) \| (.+?) \|$/gm)];
  return {
    direct: Object.keys(manifest.dependencies),
    locked: Object.entries(packages).flatMap(([path, found]) =>
      path === '' ? [] : [toLocked(path, found)],
    ),
    advisories: readJson('tools/advisories.json') as Advisories,
    kept: new Map(rows.map(([, name = '', licence = '', by = '']) => [name, { licence, by }])),
  };
}

function toLocked(path: string, found: Partial<LockedPackage>): LockedPackage {
  const { version = '', license, integrity, dev = false, hasInstallScript = false } = found;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name, version, license, integrity, dev, hasInstallScript };
}

/** @returns one sentence for each rule that a dependency breaks */
export function findTroubles(dependencies: Dependencies): string[] {
  return [
    ...troublesOfPackages(dependencies),
    ...troublesOfAdvisories(dependencies),
    ...troublesOfDecision(dependencies),
  ];
}

function* troublesOfPackages({ direct, locked }: Dependencies): Generator<string> {
  if (direct.length > MOST_DIRECT) {
    yield `The site has ${direct.length} direct dependencies, more than ${MOST_DIRECT}.`;
  }
  for (const { name, license = 'none', integrity, dev, hasInstallScript } of locked) {
    if (!integrity) yield `${name} is locked without a checksum.`;
    if (dev) continue;
    if (hasInstallScript) yield `${name} runs a script when it is installed.`;
    if (!LICENCES.includes(license)) yield `${name} has the licence ${license}.`;
  }
}

function* troublesOfAdvisories({ locked, advisories }: Dependencies): Generator<string> {
  for (const { package: name, versions, severity, url } of advisories.known) {
    const hit = locked.find((found) => found.name === name && versions.includes(found.version));
    if (hit && counts(hit, severity)) {
      yield `${name} ${hit.version} has an advisory (${severity}): ${url}`;
    }
  }
}

function* troublesOfDecision({ direct, locked, kept }: Dependencies): Generator<string> {
  for (const name of direct) {
    const licence = locked.find((found) => found.name === name)?.license;
    if (kept.get(name)?.licence !== licence) {
      yield `Decision 044 does not name the owner of ${name} with its licence ${licence}.`;
    }
  }
  for (const name of kept.keys()) {
    if (!direct.includes(name)) yield `Decision 044 names ${name}, which is not a dependency.`;
  }
}

/** For packages that only development needs, only the severities in `GRAVE` count. */
function counts({ dev }: LockedPackage, severity: string): boolean {
  return !dev || GRAVE.includes(severity);
}

/** @returns a warning if the list of advisories is older than 90 days, or no registry has answered yet */
export function warningOfAge({ renewed }: Advisories, now: number): string | undefined {
  if (renewed === null) {
    return 'No registry has been asked for advisories yet: run "npm run advisories" on a machine that reaches a registry.';
  }
  const days = Math.floor((now - Date.parse(renewed)) / DAY_MS);
  if (days <= OLD_AFTER_DAYS) return undefined;
  return `The advisories are ${days} days old: run "npm run advisories".`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
