import { MOST_AT_ONCE } from '../server/letters/send-letters.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { killWhileSending, type LetterKills } from '../testing/load/letter-kills.ts';
import { RandomValues } from '../testing/random-values.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const MANY = { letters: 2_000, kills: 300 };
const FEW = { letters: 500, kills: 60, sendsUncertainAgain: true };

export const lettersOnce: Proof = {
  id: 'L1',
  promise:
    'However often the site is killed during a mailing, no person gets a letter twice, and every letter is sent or listed as uncertain.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => kill(engine, MANY),
  control: {
    without: 'the list of uncertain letters: in the end, `./site mail send-again` sends them',
    run: (engine) => expectFailure(/got a letter twice\.$/, () => kill(engine, FEW)),
  },
};

async function kill(name: string, options: Omit<LetterKills, 'random'>): Promise<string> {
  const engine = testEngines.find((engine) => engine.name === name);
  require(engine !== undefined, `There is no engine ${name}.`);
  const report = await killWhileSending(engine, { ...options, random: new RandomValues(16) });
  const { kills, received, receivedTwice, uncertain, lost, neverReceived } = report;
  const { letters } = options;
  require(kills === options.kills, `The letters were sent after only ${kills} kills.`);
  require(receivedTwice === 0, `${receivedTwice} of ${letters} people got a letter twice.`);
  require(lost === 0, `${lost} of ${letters} letters are lost.`);
  require(neverReceived === 0, `${neverReceived} letters are listed as sent, but did not arrive.`);
  const most = MOST_AT_ONCE * kills;
  require(uncertain <= most, `${uncertain} letters are uncertain after ${kills} kills.`);
  return `${kills} kills, ${received} of ${letters} letters received, none twice, ${uncertain} listed as uncertain`;
}
