import { calls } from '../contract/calls.ts';
import { MAX_CODE_ATTEMPTS } from '../contract/identity.ts';
import { guessesOfNumber } from '../server/identity/embedded.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { type AskedCode, askForCode } from '../testing/requests/code-over-http.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { guessForADay, requireFewGuesses } from './load/day-of-guesses.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const PHONE = '+15550001111';
const CODES = 5;
const GUESSES = 1_000;
const CONNECTIONS = 64;

export const guessesAreCounted: Proof = {
  id: 'A5',
  promise: `At most ${MAX_CODE_ATTEMPTS} guesses are compared with a code, even if the program is killed in between. At most ${guessesOfNumber.perDay} guesses a day are compared with the codes of one number. A code that was not sent cannot be guessed.`,
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    const day = await guessForADay(engine, { rateLimits: true });
    requireFewGuesses(day);
    const ofCodes = await guessAtOnce(engine);
    return `${day.asked} codes requested for one number in a day: ${day.sent} were sent; ${day.accepted} of these were accepted as the fifth guess, and guesses at the others were refused by the limit of guesses a day; for ${day.searched} codes that were not sent, all million possible codes were compared with the stored hash, and none matched; ${ofCodes}`;
  },
  control: {
    without: 'the limits of a number (RATE_LIMITS=off)',
    run: (engine) =>
      expectFailure(/^\d+ guesses were compared in a day/, async () =>
        requireFewGuesses(await guessForADay(engine, { rateLimits: false })),
      ),
  },
};

/** @returns a sentence with the counts */
async function guessAtOnce(engine: string): Promise<string> {
  await using servers = new AsyncDisposableStack();
  const first = servers.use(await startServer({ engine, env: { RATE_LIMITS: 'off' } }));
  const env = { RATE_LIMITS: 'off', DATABASE_URL: first.databaseUrl };
  let server = first;
  for (let round = 0; round < CODES; round++) {
    const asked = await askForCode(server, PHONE, CONNECTIONS);
    // The right code is sent last: it is accepted only if fewer than five guesses were compared before it.
    const guesses = [...wrongCodes(asked.code, GUESSES - 1), asked.code];
    const statuses = await Promise.all(guesses.map(guessWith(asked)));
    const others = new Set(statuses.filter((status) => status !== 401));
    require(others.size ===
      0, `Of ${GUESSES} guesses some were answered ${[...others].join(', ')}.`);

    const killed = await askForCode(server, PHONE, CONNECTIONS);
    await guessUntilKilled(server, killed);
    server = servers.use(await startServer({ env }));
    const late = await guessWith(killed, killed.browser.at(server.url))(killed.code);
    require(late ===
      401, `After a restart the right code was answered ${late} although five guesses had been compared.`);
  }
  // The control: if one guess fewer is compared before the right code, the right code is accepted.
  const control = await askForCode(server, PHONE);
  const guess = guessWith(control);
  await Promise.all(wrongCodes(control.code, MAX_CODE_ATTEMPTS - 1).map(guess));
  const accepted = await guess(control.code);
  require(accepted === 200, `The right code as the fifth guess was answered ${accepted}.`);
  return `${CODES} codes with ${GUESSES} guesses at the same time, and ${CODES} with a kill during the guesses: 0 accepted after the fifth guess; the right code is accepted if it is the fifth guess`;
}

type Guess = (code: string) => Promise<number | undefined>;

function guessWith({ browser, verificationId }: AskedCode, where = browser): Guess {
  return async (code) => (await where.call(calls.signIn, { verificationId, code })).status;
}

/** Kills the server while guesses arrive, after more than five of them were answered. */
async function guessUntilKilled(server: ServerProcess, asked: AskedCode): Promise<void> {
  const guess = guessWith(asked);
  let answered = 0;
  let killing: Promise<void> | undefined;
  await Promise.allSettled(
    wrongCodes(asked.code, GUESSES).map(async (wrong) => {
      await guess(wrong);
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
