import { DAY_MS, dayOf, isoDay, isoOrNull } from '../../contract/durations.ts';
import { lackOfLaunch, launchRefusals, RESTORED } from '../../contract/launch.ts';
import type { Launch, NewestLaunch } from '../../contract/schemas/launch.ts';
import type { LaunchFigures } from '../../storage/launch/launch-figures.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { createAuthors } from '../identity/sessions.ts';
import { lackForMailings } from '../mailings/check-mailing.ts';
import { errors } from '../mailings/mailing-errors.ts';

/** The calls with which admins end the waitlist after the launch. */
export function launchCalls({ storage, clock, mail }: AppParts) {
  const { audit, availability, launch } = storage;
  const authorOf = createAuthors(clock);

  async function read(): Promise<Launch> {
    const { askedAt, isRestored, newest, unconfirmed, kept } = await launch.figures();
    const { state: app } = await availability.read();
    return {
      ...{ unconfirmed, kept, askedAt: isoOrNull(askedAt) },
      trouble: lackForMailings(mail) ?? lackOfLaunch(app) ?? null,
      restored: isRestored ? RESTORED : null,
      newest: newest ? present(newest) : null,
    };
  }

  async function answer(refusal: string | undefined): Promise<Launch> {
    if (refusal !== undefined) throw errors.refusedLaunchAct(refusal);
    return await read();
  }

  return {
    async getLaunch(request) {
      await audit.record(authorOf(request), 'see-launch');
      return await read();
    },

    async askUnconfirmed(request) {
      const { people } = request.body;
      const asked = mail ? launch.askUnconfirmed(people, authorOf(request)) : launchRefusals.noMail;
      return await answer(await asked);
    },

    startDeletion: async (request) =>
      answer(await launch.start(request.body.people, authorOf(request))),

    stopDeletion: async (request) =>
      answer(await launch.stop(Date.parse(request.body.startedAt), authorOf(request))),

    moveDeletion: async (request) =>
      answer(await launch.moveDay(dayOf(Date.parse(request.body.day)), authorOf(request))),

    async goOnAfterRestore(request) {
      await launch.goOn(authorOf(request));
      return await read();
    },
  } satisfies Partial<Handlers>;
}

function present(launch: NonNullable<LaunchFigures['newest']>): NewestLaunch {
  const { id, isOpen, told, elsewhere, unconfirmed, notReached, who, deleted } = launch;
  return {
    ...{ id, isOpen, told, elsewhere, unconfirmed, notReached, who, deleted },
    at: new Date(launch.at).toISOString(),
    day: isoDay(launch.day * DAY_MS),
    startedAt: isoOrNull(launch.started_at),
  };
}
