import { type Command, InvalidArgumentError } from 'commander';
import { acts } from '../contract/audit.ts';
import { AUDIT_RETENTION_MONTHS, MINUTE_MS } from '../contract/durations.ts';
import { CODE_LIFETIME_MS } from '../contract/identity.ts';
import {
  findWaitingBrowsers,
  makeWaitingCode,
  type WaitingBrowser,
} from '../server/identity/codes.ts';
import { canonicalPhone } from '../server/settings/parse-values.ts';
import type { Storage } from '../storage/open.ts';
import { author, CommandRefusal, tell, withStorage } from './command.ts';

const CODE_LIFETIME_MINUTES = CODE_LIFETIME_MS / MINUTE_MS;

/** How many browsers one message lists at most. Many may wait, because strangers can ask for codes, too. */
const MAX_TIMES_SHOWN = 20;

const RIGHT = 'give the right to the waitlist and the state of the app (./site app)';

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('Choose who may sign in to the dashboard. Safe while the site runs.');
  admin
    .command('add')
    .description(
      'Make the owner of a phone number an admin. They can open the dashboard after their next sign-in.',
    )
    .argument('<phone>', 'a phone number with its country code')
    .option('--waitlist', RIGHT)
    .addHelpText(
      'after',
      '\nExamples:\n  ./site admin add +15550001111\n  ./site admin add +15550001111 --waitlist',
    )
    .action(onPhone(add));
  admin
    .command('change')
    .description(
      'Give an admin the right to the waitlist and the state of the app, or withdraw it.',
    )
    .argument('<phone>', 'a phone number with its country code')
    .option('--waitlist', RIGHT)
    .option('--no-waitlist', 'withdraw this right, immediately in every browser')
    .addHelpText('after', '\nExample:\n  ./site admin change +15550001111 --waitlist')
    .action(onPhone(change));
  admin
    .command('remove')
    .description(
      'Remove an admin. Access ends immediately in every browser where the admin is signed in.',
    )
    .argument('<phone>', 'a phone number with its country code')
    .addHelpText('after', '\nExample:\n  ./site admin remove +15550001111')
    .action(onPhone(remove));
  admin
    .command('list')
    .description('List the phone numbers of all admins, one per line, with their right.')
    .action(() => withStorage(list));
  admin
    .command('code')
    .description(
      'If no SMS arrives, or the site sends none: print a code for the browser that waits for it.',
    )
    .argument('<phone>', 'the phone number that was entered in that browser')
    .option(
      '--asked <time>',
      'if several browsers wait: the time at which yours asked for a code, as HH:MM:SS or HH:MM:SS.mmm (UTC)',
      asTime,
    )
    .addHelpText(
      'after',
      `
First ask for a code in the browser. Then run this command and enter the printed code in the browser. The code
can be used once, within ${CODE_LIFETIME_MINUTES} minutes after the browser asked. It is valid only in the browser that asked last or,
with --asked, in the browser that asked at that time. A code that was sent for this browser earlier no longer works.
Limits on codes and guesses do not apply, so that strangers cannot lock you out by using them up.

Examples:
  ./site admin code +15550001111
  ./site admin code +15550001111 --asked 09:41:00`,
    )
    .action(onPhone(makeCode));
}

interface Right {
  /** Undefined unless an option was given. */
  waitlist?: boolean;
}

async function add(storage: Storage, phone: string, { waitlist }: Right): Promise<void> {
  const added = await storage.admins.add(phone, Date.now());
  tell(`${phone} is ${added ? 'now an admin' : 'an admin already'}.`);
  if (waitlist) await setRight(storage, phone, true);
}

async function change(storage: Storage, phone: string, { waitlist }: Right): Promise<void> {
  if (waitlist === undefined) {
    throw new CommandRefusal('Name what to change: --waitlist or --no-waitlist.');
  }
  await setRight(storage, phone, waitlist);
}

async function setRight({ admins }: Storage, phone: string, hasRight: boolean): Promise<void> {
  const changed = await admins.setRight(phone, hasRight, author());
  if (changed === undefined) {
    throw new CommandRefusal(`${phone} is not an admin. To change that: ./site admin add ${phone}`);
  }
  const has = hasRight ? 'has' : changed ? 'no longer has' : 'does not have';
  tell(`${phone} ${has} the right to the waitlist and the state of the app.`);
}

/** Does not delete sessions. The next request of an open dashboard gets 403, so the page can say why it signs out. */
async function remove({ admins }: Storage, phone: string): Promise<void> {
  const removed = await admins.remove(phone, Date.now());
  tell(`${phone} is ${removed ? 'no longer an admin' : 'not an admin'}.`);
  if (!removed) process.exitCode = 1;
  else if ((await admins.list()).length === 0) {
    tell('No admins are left. At the next start the numbers in ADMIN_PHONES become admins.');
  }
}

async function list({ admins }: Storage): Promise<void> {
  const withRight = await admins.listWithRight();
  for (const phone of await admins.list()) {
    tell(withRight.includes(phone) ? `${phone} waitlist` : phone);
  }
}

async function makeCode(
  storage: Storage,
  phone: string,
  { asked }: { asked?: string },
): Promise<void> {
  const all = await findWaitingBrowsers(storage, phone, Date.now());
  const chosen = all.find(({ askedAt }) => askedAt.startsWith(asked ?? ''));
  if (!chosen && all.length > 0) {
    throw new CommandRefusal(
      `No browser that asked at ${asked} UTC waits for a code for ${phone}. Browsers that asked at these times wait: ${timesOf(all)}.`,
    );
  }
  const code = chosen && (await makeWaitingCode(storage, chosen));
  if (!code) {
    throw new CommandRefusal(
      `No browser waits for a code for ${phone}. Enter the number in the browser, ask for a code, then run this command again within ${CODE_LIFETIME_MINUTES} minutes.`,
    );
  }
  const { askedAt, expiresAt } = chosen;
  tell(`${code} is the code for the browser that asked at ${askedAt} UTC, until ${expiresAt} UTC.`);
  const others = all.filter((waiting) => waiting !== chosen);
  if (others.length > 0) {
    tell(
      `Other browsers that wait for a code for this number: ${others.length}. They asked at ${timesOf(others)}. This code does not work in them. If one of them is yours, run this command again with --asked and its time.`,
    );
  }
  if (await storage.admins.has(phone)) return;
  tell(
    `${phone} is not an admin yet and cannot open the dashboard. To change that: ./site admin add ${phone}`,
  );
}

function timesOf(browsers: readonly WaitingBrowser[]): string {
  const times = browsers.slice(0, MAX_TIMES_SHOWN).map(({ askedAt }) => askedAt);
  return times.join(', ') + (browsers.length > MAX_TIMES_SHOWN ? ' and earlier' : '');
}

function asTime(written: string): string {
  if (/^\d\d:\d\d:\d\d(\.\d{3})?$/.test(written)) return written;
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

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description(
      `Print who changed admins, rights or the state of the app, let people in, wrote to them or saw their addresses, in the last ${AUDIT_RETENTION_MONTHS} months, the newest last.`,
    )
    .action(() => withStorage(printAudit));
}

async function printAudit({ audit }: Storage): Promise<void> {
  for (const { at, who, act, detail } of await audit.entries()) {
    const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const words = (acts as Readonly<Record<string, string>>)[act] ?? act;
    const line = `${time} UTC  ${who} ${words} ${detail}`.trimEnd();
    process.stdout.write(`${line}\n`);
  }
}
