import { testEngines } from '../testing/databases/test-databases.ts';
import { Dice } from '../testing/dice.ts';
import { killWhileSending, type LetterKillReport } from '../testing/load/letter-kills.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const MANY = { letters: 5_000, kills: 1_000 };
const FEW = { letters: 400, kills: 60 };
/** The site sends two letters at a time. */
const MOST_UNCLEAR_PER_KILL = 2;

/** With this change, letters whose sending was interrupted are sent again. */
const sendingAgain = weakening(
  'storage/letters/letters.ts',
  `.set({
            state: codeOf('unclear'),
            reply: 'The site ended`,
  `.set({
            state: codeOf('waiting'),
            reply: 'The site ended`,
);

export const lettersOnce: Proof = {
  id: 'L1',
  promise:
    'However often the site is killed, no person gets a letter twice, and every letter is sent or listed as unclear.',
  variants: testEngines.map(({ name }) => name),
  run: async (name) => judge(await report(name, MANY)),
  control: {
    without: 'the state "unclear": interrupted letters are sent again',
    run: (name) =>
      expectFailure(/got a letter twice\.$/, () =>
        withWeakened(sendingAgain, async (program) =>
          judge(await report(name, { ...FEW, program })),
        ),
      ),
  },
};

function report(
  name: string,
  options: { letters: number; kills: number; program?: string },
): Promise<LetterKillReport> {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return killWhileSending(engine, { ...options, dice: new Dice(16) });
}

function judge(figures: LetterKillReport): string {
  const { kills, letters, received, receivedTwice, unclear, lost, neverReceived } = figures;
  require(receivedTwice === 0, `${receivedTwice} of ${letters} people got a letter twice.`);
  require(lost === 0, `${lost} of ${letters} letters are lost.`);
  require(neverReceived === 0, `${neverReceived} letters are listed as sent, but did not arrive.`);
  const most = MOST_UNCLEAR_PER_KILL * kills;
  require(unclear <= most, `${unclear} letters are unclear after ${kills} kills.`);
  return `${kills} kills, ${received} of ${letters} letters received, none twice, ${unclear} listed as unclear`;
}
