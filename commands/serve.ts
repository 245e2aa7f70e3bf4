import type { Command } from 'commander';
import { serve } from '../server/main.ts';
import { type Setting, settings } from '../server/settings.ts';

/** Wider than the longest name. */
const INDENT = ' '.repeat(23);

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Serve the site until it is told to stop.')
    .addHelpText('after', `\nSettings, read from the environment:\n${describeSettings()}`)
    .action(() => serve(process.env));
}

function describeSettings(): string {
  return Object.entries<Setting<unknown>>(settings)
    .map(([name, { help, expected, fallback }]) => {
      const usual = fallback ? `\n${INDENT}${fallback} unless set` : '';
      return `  ${name.padEnd(INDENT.length - 3)} ${help}:\n${INDENT}${expected}${usual}`;
    })
    .join('\n');
}
