import type { Command } from 'commander';
import { definitions, type Setting } from '../server/settings/definitions.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Start the site. Ctrl-C stops it.')
    .addHelpText('after', `\nSettings (environment variables):\n${describeSettings()}`)
    .action(async () => {
      const { serve } = await import('../server/main.ts');
      await serve(process.env);
    });
}

function describeSettings(): string {
  const all: readonly Setting[] = Object.values(definitions);
  const width = Math.max(...all.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 3);
  return all
    .map(({ name, help, expected, fallback, usual }) => {
      const otherwise = usual ?? fallback;
      const last = otherwise ? `\n${indent}${otherwise} unless set` : '';
      return `  ${name.padEnd(width)} ${help}:\n${indent}${expected}${last}`;
    })
    .join('\n');
}
