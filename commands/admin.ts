import { type Command, InvalidArgumentError } from 'commander';
import { makeWaitingCode } from '../server/identity/waiting-code.ts';
import { canonicalPhone } from '../server/settings/phone.ts';
import type { Storage } from '../storage/storage.ts';
import { CommandRefusal } from './refusal.ts';
import { withStorage } from './with-storage.ts';

/** Strangers can have many browsers wait. */
const MAX_TIMES_TOLD = 20;

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
    .option('--asked <time>', 'when that browser asked, as HH:MM:SS (UTC), if several wait', asTime)
    .addHelpText(
      'after',
      `
Ask for a code in the browser first, then run this and type in the code that it prints. It works once, within
five minutes, and in the browser that asked last, or at the time that --asked gives. The code that was sent
before it no longer works. It works also where strangers have used up the codes and guesses of the number.

Examples:
  npx impromptu admin code +15550001111
  npx impromptu admin code +15550001111 --asked 09:41:00`,
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

async function makeCode(
  storage: Storage,
  phone: string,
  { asked }: { asked?: string },
): Promise<void> {
  const made = await makeWaitingCode(storage, phone, Date.now(), asked);
  if (!made) {
    const which = asked === undefined ? 'No browser' : `No browser that asked at ${asked} UTC`;
    throw new CommandRefusal(
      `${which} waits for a code for ${phone}. Type the number in there and ask for a code, then run this again within five minutes.`,
    );
  }
  tell(`${made.code} signs in the browser that asked at ${made.askedAt} UTC.`);
  const others = made.othersAskedAt;
  if (others.length > 0) {
    const times = others.slice(0, MAX_TIMES_TOLD).join(', ');
    const more = others.length > MAX_TIMES_TOLD ? ' and earlier' : '';
    tell(
      `${others.length} more wait for this number, which asked at ${times}${more}. The code does not work in them: if yours is one of them, run this again with --asked and its time.`,
    );
  }
  if (await storage.admins.has(phone)) return;
  tell(`${phone} is not an admin, so the dashboard stays closed: npx impromptu admin add ${phone}`);
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function asTime(written: string): string {
  if (/^\d\d:\d\d:\d\d$/.test(written)) return written;
  throw new InvalidArgumentError('It must be a time such as 09:41:00.');
}

function onPhone<Options>(
  work: (storage: Storage, phone: string, options: Options) => Promise<void>,
) {
  return async (written: string, options: Options) => {
    const phone = canonicalPhone(written);
    if (!phone) {
      throw new CommandRefusal(
        `'${written}' is not a phone number with its country code, such as +15550001111.`,
      );
    }
    await withStorage((storage) => work(storage, phone, options));
  };
}
