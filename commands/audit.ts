import type { Command } from 'commander';
import { acts } from '../contract/audit.ts';
import { AUDIT_RETENTION_MONTHS } from '../contract/durations.ts';
import type { Storage } from '../storage/open.ts';
import { withStorage } from './with-storage.ts';

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description(
      `Print who changed admins, rights or the state of the app, let people in or saw addresses of the waitlist, in the last ${AUDIT_RETENTION_MONTHS} months, the newest last.`,
    )
    .action(() => withStorage(print));
}

async function print({ audit }: Storage): Promise<void> {
  for (const { at, who, act, detail } of await audit.entries()) {
    const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const words = (acts as Readonly<Record<string, string>>)[act] ?? act;
    const line = `${time} UTC  ${who} ${words} ${detail}`.trimEnd();
    process.stdout.write(`${line}\n`);
  }
}
