import { calls, pathTo } from '../contract/calls.ts';
import { openStorage } from '../storage/open.ts';
import { definitionsOf, query, testEngines } from '../testing/databases/test-databases.ts';
import { WAITING_LETTERS } from '../testing/letters-site.ts';
import { startServer } from '../testing/server-process.ts';
import { type Credentials, prepareCredentials } from './fuzz/fuzz-credentials.ts';
import { injections } from './fuzz/injections.ts';
import { type AlteredRequest, Asker, putInEveryPlace } from './fuzz/text-in-every-place.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const KEY = 'a-key-of-the-back-end-for-the-injections';
/** A text in the profile of one inviter and in one address of the waitlist. No request asks for either. */
const CANARY = 'unmistakable-canary';

const RAW = "(await import('#kysely')).sql.raw";
const CONCATENATING = weakening(
  'storage/invites/inviters.ts',
  "where('user_id', '=', id)\n    .executeTakeFirst();",
  `where(${RAW}("user_id = '" + id + "'"))\n    .executeTakeFirst();`,
);

export const boundParameters: Proof = {
  id: 'V4',
  promise: 'No text of a request is run as SQL, in a body, a path, a query or a header.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => injectEverywhere(engine, injections),
  control: { without: 'binding the id of an inviter', run: injectIntoWeakened },
};

/** Runs the check with a program that concatenates an id into a query. The check must fail. */
export function injectIntoWeakened(engine: string): Promise<string> {
  return withWeakened(CONCATENATING, (program) =>
    expectFailure(/^(A text was run|An answer contains|A name was changed)/, () =>
      injectEverywhere(engine, injections, program),
    ),
  );
}

/** @returns the number of requests. @throws when a text was run as SQL, or an answer contains other data */
export async function injectEverywhere(
  engine: string,
  texts: readonly string[],
  program?: string,
): Promise<string> {
  const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY, ...WAITING_LETTERS };
  const server = await startServer({ engine, env, ...(program && { program }) });
  const asker = new Asker(server.url);
  try {
    const credentials = await prepareCredentials(server, { key: KEY, https: false }, 1);
    await addCanary(server.databaseUrl);
    const before = await lookAt(server.databaseUrl);
    let asked = 0;
    const askWith = (text: string) => async (request: AlteredRequest) => {
      const { status, body } = await asker.ask(request);
      const what = `${request.where} is ${JSON.stringify(text)}`;
      require(status < 500, `A text was run as SQL: ${what}, answered ${status}.`);
      require(!body.includes(CANARY), `An answer contains the canary: ${what}.`);
    };
    for (const text of texts) {
      const requests = [...putInEveryPlace(text, credentials)];
      await Promise.all(requests.map(askWith(text)));
      asked += requests.length;
      await requireKeptAsText(asker, credentials, text);
    }
    const after = await lookAt(server.databaseUrl);
    const changed = after.findIndex((part, index) => part !== before[index]);
    require(changed === -1, `Requests have changed ${PARTS[changed]}: ${after[changed]}`);
    const errors = server.log.filter((line) => /"level":"(error|fatal)"/.test(line));
    require(errors.length === 0, `The server logged ${errors[0]}`);
    return `${texts.length} texts in ${asked.toLocaleString('en')} requests: 0 run as SQL, 0 answered 5xx, each name stored unchanged, tables as before`;
  } finally {
    asker.close();
    await server.stop();
  }
}

async function addCanary(databaseUrl: string): Promise<void> {
  const storage = await openStorage(databaseUrl, 'command');
  const profile = { username: CANARY, firstName: CANARY, profileImageUrl: null };
  await storage.inviters.put({ id: CANARY, ...profile });
  await storage.waitlist.join(`${CANARY}@example.com`, Date.now());
  await storage.close();
}

/** A name that was run as part of a query would be stored differently. */
async function requireKeptAsText(asker: Asker, { key }: Credentials, text: string): Promise<void> {
  const path = pathTo(calls.putInviter, 'another-inviter');
  const headers = { authorization: `Bearer ${key}` };
  const body = { username: text, firstName: text };
  const { status } = await asker.ask({ method: calls.putInviter.method, path, headers, body });
  if (status === 400) return;
  const kept = JSON.parse((await asker.ask({ method: 'GET', path })).body);
  const isKept = kept.username === text.trim() && kept.firstName === text.trim();
  require(isKept, `A name was changed: ${kept.username} was stored for ${text}`);
}

const PARTS = ['definitions of tables', 'the admins', 'the canary’s rows'];

/** Data that no request may change, in the order of `PARTS`. */
async function lookAt(databaseUrl: string): Promise<string[]> {
  const definitions = await definitionsOf(databaseUrl);
  const admins = await query(databaseUrl, 'SELECT * FROM admin');
  const others = await query(
    databaseUrl,
    `SELECT username, email FROM inviter, waitlist WHERE user_id = '${CANARY}' AND email LIKE '${CANARY}%'`,
  );
  return [definitions.join('; '), JSON.stringify(admins), JSON.stringify(others)];
}
