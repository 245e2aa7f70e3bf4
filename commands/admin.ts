import type { Command } from 'commander';
import { makeWaitingCode } from '../server/identity/waiting-code.ts';
import { canonicalPhone } from '../server/settings/phone.ts';
import type { Storage } from '../storage/storage.ts';
import { CommandRefusal } from './refusal.ts';
import { withStorage } from './with-storage.ts';

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('Say whose phones may sign in to the dashboard. Safe beside a running site.');
  admin
    .command('add')
    .description('Make the owner of a number an admin, from their next sign-in on.')
    .argument('<phone>', 'with its country code')
    .addHelpText('after', '\nExample:\n  npx impromptu admin add +15550001111')
    .action(onPhone(add));
  admin
    .command('remove')
    .description(
      'Take the right from the owner of a number, at once and wherever they are signed in.',
    )
    .argument('<phone>', 'with its country code')
    .addHelpText('after', '\nExample:\n  npx impromptu admin remove +15550001111')
    .action(onPhone(remove));
  admin
    .command('list')
    .description('Write the numbers of all admins, one a line.')
    .action(() => withStorage(list));
  admin
    .command('code')
    .description('Make a code for a sign-in that waits in a browser, where no SMS arrives.')
    .argument('<phone>', 'the number that was typed in there')
    .addHelpText(
      'after',
      `
Ask for a code in the browser first, then run this and type in the code that it prints. It holds for five
minutes, once, and in the browser that asked last. The code that was sent before it no longer does.

Example:
  npx impromptu admin code +15550001111`,
    )
    .action(onPhone(makeCode));
}

async function add({ admins }: Storage, phone: string): Promise<void> {
  const added = await admins.add(phone, Date.now());
  tell(`${phone} is ${added ? 'now an admin' : 'an admin already'}.`);
}

/** The sessions stay: an open dashboard learns by them that access is denied, and signs out by itself. */
async function remove({ admins }: Storage, phone: string): Promise<void> {
  const removed = await admins.remove(phone);
  tell(`${phone} is ${removed ? 'no longer an admin' : 'not an admin'}.`);
  if (!removed) process.exitCode = 1;
  else if ((await admins.list()).length === 0) {
    tell('There is no admin left. The numbers of ADMIN_PHONES become admins at the next start.');
  }
}

async function list({ admins }: Storage): Promise<void> {
  for (const phone of await admins.list()) tell(phone);
}

async function makeCode(storage: Storage, phone: string): Promise<void> {
  const made = await makeWaitingCode(storage, phone, Date.now());
  if (!made) {
    throw new CommandRefusal(
      `No browser waits for a code for ${phone}. Type the number in there and ask for a code, then run this again within five minutes.`,
    );
  }
  const time = new Date(made.askedAt).toISOString().slice(11, 19);
  tell(`${made.code} signs in the browser that asked at ${time} UTC.`);
  if (made.browsers > 1) {
    tell(
      `${made.browsers} browsers wait for this number, and the code is good in that one alone. If it is not yours, ask there again and run this at once.`,
    );
  }
  if (await storage.admins.has(phone)) return;
  tell(`${phone} is not an admin, so the dashboard stays closed: npx impromptu admin add ${phone}`);
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function onPhone(work: (storage: Storage, phone: string) => Promise<void>) {
  return async (written: string) => {
    const phone = canonicalPhone(written);
    if (!phone) {
      throw new CommandRefusal(
        `'${written}' is not a phone number with its country code, such as +15550001111.`,
      );
    }
    await withStorage((storage) => work(storage, phone));
  };
}
