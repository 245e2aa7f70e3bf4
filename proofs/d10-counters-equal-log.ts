import { killedGrounds, killReport, ROUNDS } from './killed-grounds.ts';
import { type Proof, require } from './proof.ts';

export const countersEqualLog: Proof = {
  id: 'D10',
  promise: 'Counters equal base plus log, whenever something is killed.',
  grounds: killedGrounds,
  async run(ground) {
    const { visits, integrity } = await killReport(ground);
    const { acknowledged, unanswered, counted, lost, differences } = visits;
    require(differences.length === 0, differences.join(' '));
    require(lost === 0, `${lost} acknowledged events are lost.`);
    require(counted >= acknowledged, `Of ${acknowledged} acknowledged events ${counted} count.`);
    require(counted <=
      acknowledged + unanswered, `${counted} count, of ${acknowledged} and ${unanswered} sent.`);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    return `${ROUNDS} kills, ${acknowledged} events acknowledged and ${unanswered} unanswered, ${counted} counted, 0 lost, difference 0`;
  },
};
