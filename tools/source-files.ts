import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './import-graph.ts';

const ROOT = join(import.meta.dirname, '..');

/** Every file of code and style, also files that are not in Git yet. */
export function readSourceFiles(): SourceFile[] {
  return readFiles('*.ts', '*.tsx', '*.mjs', '*.css');
}

/** The documents, and the files of `deploy/`, because much of their text is comments. */
export function readDocuments(): SourceFile[] {
  return readFiles('*.md', 'deploy/*');
}

function readFiles(...kinds: string[]): SourceFile[] {
  return linesOfGit('ls-files', '-co', '--exclude-standard', ...kinds)
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** @returns the paths that differ from `main`: committed, changed or new */
export function changedPaths(): string[] {
  const [base = 'HEAD'] = linesOfGit('for-each-ref', '--format=%(objectname)', 'refs/heads/main');
  const [since = base] = linesOfGit('merge-base', 'HEAD', base);
  const changed = linesOfGit('diff', '--name-only', since);
  return [...changed, ...linesOfGit('ls-files', '-o', '--exclude-standard')];
}

function linesOfGit(...words: string[]): string[] {
  const output = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}
