import { isoOrNull } from '../../contract/durations.ts';
import {
  describeNotAsked,
  describeNotStarted,
  describeNotStopped,
  lackOfLaunch,
  platformToCome,
} from '../../contract/launch.ts';
import type { Launch } from '../../contract/schemas/launch.ts';
import type { Doomed } from '../../storage/launch/launch-figures.ts';
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
    const { sentAt, askedAt, unstarted, started, ...counts } = await launch.figures();
    const { state: app } = await availability.read();
    return {
      ...counts,
      trouble: lackForMailings(mail) ?? lackOfLaunch(app) ?? null,
      toCome: platformToCome(app) ?? null,
      ...{ sentAt: isoOrNull(sentAt), askedAt: isoOrNull(askedAt) },
      unstarted: present(unstarted),
      started: started
        ? { ...started, ...present(started), at: new Date(started.at).toISOString() }
        : null,
    };
  }

  return {
    async getLaunch(request) {
      await audit.record(authorOf(request), 'see-launch');
      return await read();
    },

    async askUnconfirmed(request) {
      const author = authorOf(request);
      const refused = mail
        ? await launch.askUnconfirmed(request.body.people, author)
        : ('no mail' as const);
      if (refused) throw await refusal(request, describeNotAsked[refused]);
      return await read();
    },

    async startDeletion(request) {
      const refused = await launch.start(request.body.people, authorOf(request));
      if (refused) throw await refusal(request, describeNotStarted[refused]);
      return await read();
    },

    async stopDeletion(request) {
      const refused = await launch.stop(authorOf(request));
      if (refused) throw await refusal(request, describeNotStopped(refused));
      return await read();
    },
  } satisfies Partial<Handlers>;

  /** A refusal tells numbers, so it is recorded. */
  async function refusal(request: Parameters<typeof authorOf>[0], sentence: string) {
    await audit.record(authorOf(request), 'see-launch');
    return errors.refusedLaunchAct(sentence);
  }
}

function present({ firstAt, lastAt, told, unconfirmed, notReached }: Doomed) {
  return {
    ...{ told, unconfirmed, notReached },
    ...{ firstAt: isoOrNull(firstAt), lastAt: isoOrNull(lastAt) },
  };
}
