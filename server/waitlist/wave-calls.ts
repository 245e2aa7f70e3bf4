import { isoOrNull } from '../../contract/durations.ts';
import type { Wave as PresentedWave } from '../../contract/schemas/waves.ts';
import {
  describeNext,
  type TesterStore,
  testerStores,
  WAVES_SHOWN,
  withPhone,
} from '../../contract/team-waitlist.ts';
import type { WaveOrder } from '../../storage/waitlist/next-people.ts';
import type { NotInvited, NotTaken, Wave } from '../../storage/waitlist/waves.ts';
import type { AppParts } from '../app-parts.ts';
import { sendCsv } from '../csv.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { createAuthors } from '../identity/sessions.ts';

/** The calls with which admins let people in. Each act is recorded in the audit before its answer. */
export function waveCalls({ storage, clock, mail }: AppParts) {
  const { audit, personStates, waves } = storage;
  const authorOf = createAuthors(clock);
  const order = waveOrder(mail);
  return {
    async listWaves(request) {
      await audit.record(authorOf(request), 'see-waves');
      return {
        waves: (await waves.list(WAVES_SHOWN)).map(present),
        waiting: await waves.waiting(order),
        ...(await waves.waitingWith()),
        order,
        reportedAt: isoOrNull(await personStates.reportedAt()),
      };
    },

    async takePeople(request) {
      const { seen, ...next } = request.body;
      const author = authorOf(request);
      const taken = await waves.take(next, { order, seen }, author);
      // A refusal tells how many people wait, so it is recorded, too.
      if (!isWave(taken))
        await audit.record(author, 'take-people', `${describeNext(next)}, and got none`);
      return present(unlessNot(taken, withPhone(next.phone)));
    },

    async downloadTesters(request, reply) {
      const { wave, store } = request.query;
      const id = Number(wave);
      const author = authorOf(request);
      const found = await waves.find(id);
      if (!found) throw errors.unknownWave();
      if (found.undoneAt !== null) throw errors.undoneWave();
      await audit.record(author, 'download-testers', `wave ${id} for ${testerStores[store]}`);
      return sendCsv(reply, `${store}-wave-${id}`, testersFile(await waves.people(id), store));
    },

    async inviteWave(request) {
      const author = authorOf(request);
      return present(unlessNot(await waves.invite(request.body.wave, author)));
    },

    async undoWave(request) {
      const { wave, people } = request.body;
      const author = authorOf(request);
      const seen = await waves.find(wave);
      // An undone wave has its own sentence.
      if (seen?.undoneAt === null && seen.reserved + seen.invited !== people)
        throw errors.changedPeople();
      return present(unlessNot(await waves.undo(wave, author)));
    },

    async moveBack(request) {
      const before = await personStates.back(request.body.email, authorOf(request));
      return { moved: before !== undefined && before !== 'waiting' };
    },
  } satisfies Partial<Handlers>;
}

/** On a site that sends no mail new sign-ups cannot confirm, so people are let in by the time of the sign-up. */
function waveOrder(mail: unknown): WaveOrder {
  return mail ? 'position' : 'joined';
}

/**
 * A file that a store takes, without a header. Plain addresses need no quotes, and no spreadsheet reads them as formulas.
 */
function testersFile(emails: readonly string[], store: TesterStore): string {
  // TestFlight: first name, last name, address.
  const line =
    store === 'testflight' ? (email: string) => `,,${email}\n` : (email: string) => `${email}\n`;
  return emails.map(line).join('');
}

function isWave(result: Wave | NotTaken): result is Wave {
  return typeof result === 'object' && 'id' in result;
}

/** @param who the people who can be let in, after "people" */
function unlessNot(result: Wave | NotTaken | NotInvited, who = ''): Wave {
  if (result === 'unknown') throw errors.unknownWave();
  if (result === 'undone') throw errors.undoneWave();
  if (result === 'mailing') throw errors.waveOfMailing();
  if (result === 'changed') throw errors.changedWaves();
  if (!isWave(result)) throw errors.fewerWait(result.waiting, who);
  return result;
}

function present({ at, takenAt, undoneAt, ...wave }: Wave): PresentedWave {
  return {
    ...wave,
    at: new Date(at).toISOString(),
    takenAt: isoOrNull(takenAt),
    undoneAt: isoOrNull(undoneAt),
  };
}
