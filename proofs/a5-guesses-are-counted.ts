import { calls } from '../contract/calls.ts';
import { MAX_CODE_ATTEMPTS } from '../contract/sign-in.ts';
import { guessesOfNumber } from '../server/http/limits.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { type AskedCode, askForCode } from '../testing/requests/code-over-http.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { guessForADay, requireFewGuesses } from './day-of-guesses.ts';
import { type Proof, require } from './proof.ts';

const PHONE = '+15550001111';
const CODES = 5;
const GUESSES = 1_000;
const CONNECTIONS = 64;

export const guessesAreCounted: Proof = {
  id: 'A5',
  promise: `Of guesses at a code at most ${MAX_CODE_ATTEMPTS} are compared, also over a kill, and of those at one number's codes ${guessesOfNumber.perDay} a day; what was not sent cannot be guessed.`,
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    const day = await guessForADay(engine, { rateLimits: true });
    requireFewGuesses(day);
    const ofCodes = await guessAtOnce(engine);
    return `${day.asked} codes of one number asked for in a day: ${day.sent} sent, ${day.accepted} accepted as fifth guesses (those left over were past the guesses of the day), and of the codes that were not sent ${day.searched} were searched for in vain; ${ofCodes}`;
  },
  control: {
    without: 'the limits of a number (RATE_LIMITS=off)',
    async run(engine) {
      const day = await guessForADay(engine, { rateLimits: false });
      try {
        requireFewGuesses(day);
      } catch (error) {
        return (error as Error).message;
      }
      throw new Error('As few guesses were compared without the limits.');
    },
  },
};

/** @returns what was seen, for people */
async function guessAtOnce(engine: string): Promise<string> {
  const first = await startServer({ engine, env: { RATE_LIMITS: 'off' } });
  const env = { RATE_LIMITS: 'off', DATABASE_URL: first.databaseUrl };
  let server = first;
  for (let round = 0; round < CODES; round++) {
    const asked = await askForCode(server, PHONE, CONNECTIONS);
    // The right code comes last: it is only accepted where it is among the first five looked at.
    const guesses = [...wrongCodes(asked.code, GUESSES - 1), asked.code];
    const statuses = await Promise.all(guesses.map(guessWith(asked)));
    require(statuses.every((status) => status === 401), 'A guess past the fifth was accepted.');

    const killed = await askForCode(server, PHONE, CONNECTIONS);
    await guessUntilKilled(server, killed);
    server = await startServer({ env });
    const late = await guessWith(killed, killed.browser.at(server.url))(killed.code);
    require(late === 401, 'The right code was accepted past the fifth guess, after a restart.');
  }
  // The control: one guess less, and the same code is accepted.
  const control = await askForCode(server, PHONE);
  const guess = guessWith(control);
  await Promise.all(wrongCodes(control.code, MAX_CODE_ATTEMPTS - 1).map(guess));
  const accepted = await guess(control.code);
  await server.stop();
  await first.stop();
  require(accepted === 200, `As the fifth guess the right code was answered ${accepted}.`);
  return `${CODES} codes with ${GUESSES} guesses at once and ${CODES} with a kill among them: 0 accepted past the fifth guess; as the fifth, the right code is`;
}

type Guess = (code: string) => Promise<number | undefined>;

function guessWith({ browser, verificationId }: AskedCode, where = browser): Guess {
  return async (code) => (await where.call(calls.signIn, { verificationId, code })).status;
}

/** Kills the server while guesses arrive, once more of them are answered than are ever looked at. */
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
