import { calls } from '../contract/calls.ts';
import { MAX_CODE_ATTEMPTS } from '../contract/identity.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { type AskedCode, askForCode } from '../testing/requests/code-over-http.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import type { DoubleName } from '../testing/site-with-double.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const PHONE = '+15550001111';
const CODES = 5;
const GUESSES = 1_000;
const CONNECTIONS = 64;

export const guessesAreCounted: Proof = {
  id: 'A5',
  promise: `At most ${MAX_CODE_ATTEMPTS} guesses are compared with a code, also if they arrive at the same time, or the program is killed in between.`,
  variants: testEngines.map(({ name }) => name),
  run: (engine) => guess(engine),
  control: {
    without: 'counting a guess in the transaction that compares it',
    run: (engine) =>
      expectFailure(/^Of 1000 guesses/, () =>
        guess(engine, 'counts guesses after it has compared them'),
      ),
  },
};

async function guess(engine: string, double?: DoubleName): Promise<string> {
  await using servers = new AsyncDisposableStack();
  let server = servers.use(await startServer({ engine, env: { RATE_LIMITS: 'off' }, double }));
  const env = { RATE_LIMITS: 'off', DATABASE_URL: server.databaseUrl };
  for (let n = 0; n < CODES; n++) {
    const asked = await askForCode(server, PHONE, CONNECTIONS);
    // The right code is the last of the guesses that arrive at the same time, and the last of all. It is accepted only
    // if fewer than five guesses were compared before it.
    const guesses = wrongCodes(asked.code, GUESSES);
    for (const last of [CONNECTIONS, GUESSES]) guesses[last - 1] = asked.code;
    const statuses = new Set(await Promise.all(guesses.map((code) => enter(asked, code))));
    statuses.delete(401);
    require(statuses.size ===
      0, `Of ${GUESSES} guesses some were answered ${[...statuses].join(', ')}.`);

    const killed = await askForCode(server, PHONE, CONNECTIONS);
    await guessUntilKilled(server, killed);
    server = servers.use(await startServer({ env, double }));
    const late = await enter(killed, killed.code, killed.browser.at(server.url));
    require(late ===
      401, `After a kill and more than five guesses, the right code was answered ${late}.`);
  }
  // Otherwise all guesses could have been refused for another reason.
  const fifth = await askForCode(server, PHONE);
  const wrong = wrongCodes(fifth.code, MAX_CODE_ATTEMPTS - 1);
  await Promise.all(wrong.map((code) => enter(fifth, code)));
  const status = await enter(fifth, fifth.code);
  require(status === 200, `The right code as the fifth guess was answered ${status}.`);
  return `${CODES} codes with ${GUESSES} guesses at the same time, and ${CODES} with a kill during the guesses: the right code was never accepted after five guesses, and was accepted as the fifth guess`;
}

async function enter(
  { browser, verificationId }: AskedCode,
  code: string,
  at = browser,
): Promise<number | undefined> {
  return (await at.call(calls.signIn, { verificationId, code })).status;
}

/** Kills the server while guesses arrive, after more than five of them were answered. */
async function guessUntilKilled(server: ServerProcess, asked: AskedCode): Promise<void> {
  let answered = 0;
  let killing: Promise<void> | undefined;
  await Promise.allSettled(
    wrongCodes(asked.code, GUESSES).map(async (wrong) => {
      await enter(asked, wrong);
      if (++answered === 10 * MAX_CODE_ATTEMPTS) killing = server.kill();
    }),
  );
  await killing;
}

function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    ((Number(code) + 1 + n) % 1_000_000).toString().padStart(6, '0'),
  );
}
