import { DAY_MS, dayOf, isoDay } from '../../contract/durations.ts';
import { launchRefusals } from '../../contract/launch.ts';
import type { Launch } from '../../contract/schemas/launch.ts';
import type { LaunchFigures } from '../../storage/launch/launch-figures.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { createAuthors } from '../identity/sessions.ts';
import { mailingErrors } from '../mailings/mailing-errors.ts';
import { describeLaunch } from './describe-launch.ts';

/** The calls with which admins end the waitlist after the launch. */
export function launchCalls({ storage, clock, mail }: AppParts) {
  const { audit, launch } = storage;
  const authorOf = createAuthors(clock);

  async function answer(refusal: string | undefined): Promise<Launch> {
    if (refusal !== undefined) throw mailingErrors.refusedLaunchAct(refusal);
    const figures = await launch.figures();
    const { newest, unasked } = figures;
    const { people, told } = newest ?? { people: unasked, told: 0 };
    return {
      ...describeLaunch(figures),
      act: actOn(figures, mail !== undefined),
      people,
      neverTold: people - told,
      day: newest ? isoDay(newest.day * DAY_MS) : null,
      canMove: newest?.deleted === 0,
    };
  }

  return {
    async getLaunch(request) {
      await audit.record(authorOf(request), 'see-launch');
      return await answer(undefined);
    },

    async actOnLaunch(request) {
      const { act, people } = request.body;
      const author = authorOf(request);
      if (act === 'go-on') return await answer(await launch.goOn(author));
      if (act === 'stop') return await answer(await launch.stop(author));
      if (act === 'start') return await answer(await launch.start(people, author));
      // Without mail, no button asks for it.
      const asked = mail ? launch.askUnconfirmed(people, author) : launchRefusals.changed;
      return await answer(await asked);
    },

    moveDeletion: async (request) =>
      answer(await launch.moveDay(dayOf(Date.parse(request.body.day)), authorOf(request))),
  } satisfies Partial<Handlers>;
}

function actOn({ isRestored, newest, unasked }: LaunchFigures, hasMail: boolean) {
  if (isRestored) return 'go-on';
  if (!newest) return hasMail && unasked > 0 ? 'ask' : null;
  if (newest.started_at !== null) return newest.deleted > 0 ? null : 'stop';
  return newest.isOpen || newest.people === 0 ? null : 'start';
}
