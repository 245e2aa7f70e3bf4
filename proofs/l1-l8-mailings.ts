import { testEngines } from '../testing/databases/test-databases.ts';
import { killDuringMailing, type MailingKills } from '../testing/load/mailing-kills.ts';
import { RandomValues } from '../testing/random-values.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const MANY = { people: 2_000, kills: 300 };
const engines = testEngines.map(({ name }) => name);

export const lettersOnce: Proof = {
  id: 'L1',
  promise:
    'However often the site is killed during a mailing, no person gets a letter twice, and every letter is sent, listed as uncertain, or to somebody who has gone.',
  variants: engines,
  run: (engine) => sharedRun(engine),
  control: {
    without: 'the list of uncertain letters: in the end, `./site mail send-again` sends them',
    run: (engine) =>
      expectFailure(/got it twice\.$/, () =>
        kill(engine, { people: 500, kills: 60, sendsUncertainAgain: true }),
      ),
  },
};

export const mailingsBalance: Proof = {
  id: 'L8',
  promise:
    'However often the site is killed while it sends a mailing, and people leave or are erased meanwhile, each recipient is counted in one state, and a person is invited only if the letter has arrived.',
  variants: engines,
  run: (engine) => sharedRun(engine),
  control: {
    without: 'the results of accepted letters',
    run: (engine) =>
      expectFailure(/ are uncertain after /, () =>
        kill(engine, { people: 100, kills: 2, double: 'stores no accepted letter of a mailing' }),
      ),
  },
};

const runs = new Map<string, Promise<string>>();

/** L1 and L8 share one run. */
function sharedRun(engine: string): Promise<string> {
  const shared = runs.get(engine) ?? kill(engine, MANY);
  runs.set(engine, shared);
  return shared;
}

async function kill(name: string, options: Omit<MailingKills, 'random'>): Promise<string> {
  const engine = testEngines.find((engine) => engine.name === name);
  require(engine !== undefined, `There is no engine ${name}.`);
  const report = await killDuringMailing(engine, { ...options, random: new RandomValues(8) });
  const { kills, letters, received, receivedTwice, unbalanced } = report;
  require(kills === options.kills, `The letters were sent after only ${kills} kills.`);
  require(unbalanced === 0, `The sums were wrong ${unbalanced} times.`);
  require(receivedTwice === 0, `${receivedTwice} people got it twice.`);
  const { deniedReceived, neverReceived } = report;
  require(deniedReceived === 0, `${deniedReceived} letters arrived, but are listed as not sent.`);
  require(neverReceived === 0, `${neverReceived} letters did not arrive, but count as accepted.`);
  const { uncertain, accepted, gone } = letters;
  require(uncertain <= kills, `${uncertain} letters are uncertain after ${kills} kills.`);
  const lost = options.people - accepted - uncertain - gone;
  require(lost === 0, `${lost} letters are lost.`);
  return `${kills} kills, ${options.people} recipients = ${accepted} accepted + ${uncertain} uncertain + ${gone} gone; ${received} received it, none twice`;
}
