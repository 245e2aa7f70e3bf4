/**
 * `npm run advisories`: asks the registry for advisories on the locked packages, and writes them to
 * `tools/advisories.json`, which a test compares with the lock. If the registry does not answer, this program prints
 * that and does not change the file.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(import.meta.dirname, 'advisories.json');

interface Report {
  message?: string;
  vulnerabilities?: Record<string, { via: (string | Found)[] }>;
}
/** An advisory. For a package that is affected only by a dependency, npm gives that dependency's name instead. */
interface Found {
  name: string;
  severity: string;
  title: string;
  url: string;
}

const report = await audit();
if (!report.vulnerabilities) {
  const reason = report.message ?? 'the registry sent no report';
  process.stderr.write(
    `The advisories cannot be renewed: ${reason}. tools/advisories.json is unchanged.\n`,
  );
  process.exit(1);
}
const versions = await lockedVersions();
const found = Object.values(report.vulnerabilities)
  .flatMap(({ via }) => via)
  .filter((via) => typeof via !== 'string');
const known = [...new Map(found.map((one) => [one.url, one])).values()]
  .map(({ name, severity, title, url }) => ({
    ...{ package: name, versions: versions.get(name) ?? [] },
    ...{ severity, title, url },
  }))
  .toSorted((one, other) => one.url.localeCompare(other.url));
const renewed = new Date().toISOString().slice(0, 10);
await writeFile(FILE, `${JSON.stringify({ renewed, known }, null, 2)}\n`);
process.stdout.write(`${known.length} advisories on the locked packages, as of ${renewed}.\n`);

/** Ignores npm's exit code, which is not 0 if there are advisories, and also if npm could not ask the registry. */
async function audit(): Promise<Report> {
  const output = await new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--json'], { cwd: ROOT, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  try {
    return JSON.parse(output) as Report;
  } catch {
    return { message: 'npm could not be run' };
  }
}

async function lockedVersions(): Promise<Map<string, string[]>> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const versions = new Map<string, string[]>();
  for (const [path, { version }] of Object.entries<{ version?: string }>(lock.packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path && version) versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return versions;
}
