import { type Command, Option } from 'commander';
import { type Phone, phoneNouns } from '../contract/phones.ts';
import {
  FRIENDS_NEED_PLACES,
  MAX_PEOPLE_PER_WAVE,
  phoneOfWave,
  type TesterStore,
  testerStoreOf,
  testerStores,
  withPhone,
} from '../contract/team-waitlist.ts';
import { readMailSettings } from '../server/settings/read-settings.ts';
import { canonicalEmail } from '../server/waitlist/canonical-email.ts';
import { testersFile, waveOrder } from '../server/waitlist/wave-calls.ts';
import type { Storage } from '../storage/open.ts';
import type { WaveOrder } from '../storage/waitlist/next-people.ts';
import type { NotTaken, Wave } from '../storage/waitlist/waves.ts';
import { author, CommandRefusal, minuteOf, number, tell, withStorage } from './command.ts';
import { phoneOption, withFriendsOption } from './next-people.ts';
import { refuseFile, writeWhole } from './write-file.ts';

const storeOption = (standard: string) =>
  new Option('--store <store>', `the store that takes the file. Default: ${standard}`).choices(
    Object.keys(testerStores),
  );

/** The commands that let people in: see decision 061. */
export function addWaves(waitlist: Command): void {
  waitlist
    .command('take')
    .description(
      'Invite the next people, and write their addresses into a file that a store takes.',
    )
    .argument('<people>', `how many, at most ${number(MAX_PEOPLE_PER_WAVE)}`)
    .argument('<file>', 'a file that does not exist yet')
    .addOption(storeOption('that of the phone, or testflight'))
    .addOption(
      new Option(
        '--order <order>',
        'by place, those who have confirmed; or all by the time of the sign-up. Default: by place if the site sends letters',
      ).choices(['place', 'joined']),
    )
    .addOption(phoneOption())
    .addOption(withFriendsOption())
    .addHelpText(
      'after',
      `
The people are reserved first, and invited once the file is whole and on disk: only then their page says that they
are in. If it cannot be written, "./site waitlist file" writes it again. Only your user may read the file.

Examples:
  ./site waitlist take 200 testers.csv --phone iphone
  ./site waitlist take 200 play.csv --phone android`,
    )
    .action(take);
  waitlist
    .command('file')
    .description(
      'Write the addresses of a wave again. Its people are then invited, if they were only reserved.',
    )
    .argument('<wave>', 'its number, see "./site waitlist waves"')
    .argument('<file>', 'a file that does not exist yet')
    .addOption(storeOption('that of the phone, or testflight'))
    .action(writeAgain);
  waitlist
    .command('waves')
    .description('List who was let in together, the newest first.')
    .action(() => withStorage(printWaves));
  waitlist
    .command('undo')
    .description(
      'Set all people of a wave back to waiting, at their earlier places, except those who are in.',
    )
    .argument('<wave>', 'its number')
    .action(undo);
  waitlist
    .command('back')
    .description('Set one person back to waiting, at the earlier place.')
    .argument('<email>', 'the email address')
    .action(moveBack);
}

async function take(
  written: string,
  file: string,
  {
    phone,
    store: askedStore,
    order: asked,
    withFriends,
  }: { store?: TesterStore; order?: WaveOrder; phone?: Phone; withFriends?: true },
): Promise<void> {
  const people = wholeNumber(written, 'The number of people', MAX_PEOPLE_PER_WAVE);
  const store = storeFor(phone, askedStore);
  await withStorage(async (storage) => {
    const order = asked ?? (await usualOrder(storage));
    await refuseFile(file);
    const [newest] = await storage.waves.list(1);
    const next = { people, phone, withFriends };
    if (withFriends && order !== 'place') throw new CommandRefusal(FRIENDS_NEED_PLACES);
    const taken = await storage.waves.take(next, { order, seen: newest?.id ?? 0 }, author());
    if (taken === 'changed' || !('id' in taken)) {
      const who = `${withPhone(phone)}${order === 'place' ? ' who have confirmed' : ''}`;
      throw new CommandRefusal(whyNotTaken(taken, who));
    }
    await handOut(storage, taken, file, store);
  });
}

/** @param phone that of all people in the file */
function storeFor(phone: Phone | undefined, asked: TesterStore | undefined): TesterStore {
  const usual = phone ? testerStoreOf[phone] : 'testflight';
  if (phone && asked && asked !== usual)
    throw new CommandRefusal(`${testerStores[asked]} has no app for an ${phoneNouns[phone]}.`);
  return asked ?? usual;
}

/** @param who the people who can be let in, after "people" */
function whyNotTaken(why: NotTaken, who: string): string {
  if (why === 'changed')
    return 'Nobody was reserved, because the list has changed meanwhile. Run the command again.';
  return `Nobody was reserved, because only ${number(why.waiting)} people${who} can be let in now.`;
}

/** @throws CommandRefusal if the site sends letters, but this command does not have its settings */
async function usualOrder({ mail }: Storage): Promise<WaveOrder> {
  const settings = readMailSettings(process.env);
  if (!settings && (await mail.begunAt()) !== undefined) {
    throw new CommandRefusal(
      'The site has sent letters, but SMTP_URL is not set here. Set it as for the site, or add --order place or --order joined.',
    );
  }
  return waveOrder(settings);
}

async function writeAgain(
  written: string,
  file: string,
  { store: asked }: { store?: TesterStore },
): Promise<void> {
  const id = waveNumber(written);
  await withStorage(async (storage) => {
    await refuseFile(file);
    const wave = await storage.waves.find(id);
    if (!wave) throw unknownWave(id);
    if (wave.undoneAt !== null) throw undoneWave(id);
    await handOut(storage, wave, file, storeFor(phoneOfWave(wave), asked));
  });
}

async function handOut(
  storage: Storage,
  { id }: Wave,
  file: string,
  store: TesterStore,
): Promise<void> {
  const detail = `wave ${id} for ${testerStores[store]}`;
  await storage.audit.record(author(), 'download-testers', detail);
  const emails = await storage.waves.people(id);
  await writeWhole(file, testersFile(emails, store)).catch((error) => {
    throw new CommandRefusal(
      `${file} could not be written: ${error.message}. The people of wave ${id} are reserved. Run "./site waitlist file ${id} FILE --store ${store}" to invite them, or "./site waitlist undo ${id}".`,
    );
  });
  const invited = await storage.waves.invite(id, author());
  if (invited === 'mailing')
    throw new CommandRefusal(
      `The addresses are in ${file}. Nobody was invited: a mailing that has not ended invites each of these people when the mail server accepts their letter. See "./site mailing show".`,
    );
  if (typeof invited === 'string') throw undoneWave(id);
  tell(
    `Wave ${id}: its people are invited. Addresses for ${testerStores[store]} in ${file}: ${number(emails.length)}.`,
  );
}

async function printWaves({ waves, personStates }: Storage): Promise<void> {
  const all = await waves.list(Number.MAX_SAFE_INTEGER);
  const columns = ['people', 'reserved', 'invited', 'in', 'back', 'gone'] as const;
  const rows = all.map((wave) => [
    ...[String(wave.id), minuteOf(wave.at)],
    ...[...columns.map((column) => number(wave[column])), wave.undoneAt === null ? '' : 'undone'],
  ]);
  const head = ['WAVE', 'WHEN (UTC)', ...columns.map((column) => column.toUpperCase()), ''];
  const widths = [4, 16, 6, 8, 7, 6, 6, 6, 6];
  for (const cells of [head, ...rows]) {
    tell(
      cells
        .map((cell, n) => cell.padStart(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  const at = await personStates.reportedAt();
  const when = at === undefined ? 'never' : `at ${new Date(at).toISOString()}`;
  tell(`\nThe app last reported who is in: ${when}.`);
}

async function undo(written: string): Promise<void> {
  const id = waveNumber(written);
  await withStorage(async ({ waves }) => {
    const undone = await waves.undo(id, author());
    if (undone === 'unknown') throw unknownWave(id);
    if (undone === 'undone') throw undoneWave(id);
    tell(
      `Wave ${id}: ${number(undone.back)} wait again, ${number(undone.in)} are in, ${number(undone.gone)} have left or were removed.`,
    );
  });
}

async function moveBack(written: string): Promise<void> {
  const email = canonicalEmail(written);
  if (!email) throw new CommandRefusal(`'${written}' is not an email address.`);
  await withStorage(async ({ personStates }) => {
    const before = await personStates.back(email, author());
    if (!before) throw new CommandRefusal(`${email} is not on the waitlist.`);
    tell(
      before === 'waiting'
        ? `${email} is waiting already.`
        : `${email} was ${before}, and waits again.`,
    );
  });
}

function waveNumber(written: string): number {
  return wholeNumber(written, 'The number of a wave', 2 ** 31 - 1);
}

function wholeNumber(written: string, what: string, most: number): number {
  const value = /^\d{1,10}$/.test(written) ? Number(written) : 0;
  if (value >= 1 && value <= most) return value;
  throw new CommandRefusal(
    `${what} must be a whole number from 1 to ${number(most)}, and is '${written}'.`,
  );
}

function unknownWave(id: number): CommandRefusal {
  return new CommandRefusal(`There is no wave ${id}. See "./site waitlist waves".`);
}

function undoneWave(id: number): CommandRefusal {
  return new CommandRefusal(`The people of wave ${id} were set back to waiting.`);
}
