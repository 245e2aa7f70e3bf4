import type { Author } from '../../contract/audit.ts';
import { DAY_MS, dayOf, isoDay, isoOrNull } from '../../contract/durations.ts';
import { lackOfLaunch, notAsked, RESTORED } from '../../contract/launch.ts';
import type { Launch } from '../../contract/schemas/launch.ts';
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
    const { askedAt, isRestored, launches, unconfirmed, kept } = await launch.figures();
    const { state: app } = await availability.read();
    return {
      ...{ unconfirmed, kept, askedAt: isoOrNull(askedAt) },
      trouble: lackForMailings(mail) ?? lackOfLaunch(app) ?? null,
      restored: isRestored ? RESTORED : null,
      launches: launches.map(({ id, at, day, isOpen, started_at, who, deleted, ...one }) => ({
        ...{ id, at: new Date(at).toISOString(), day: isoDay(day * DAY_MS), isOpen },
        ...{ told: one.told, elsewhere: one.elsewhere },
        ...{ unconfirmed: one.unconfirmed, notReached: one.notReached },
        ...{ startedAt: isoOrNull(started_at), who, deleted },
      })),
    };
  }

  /** A refusal tells numbers, so it is recorded. */
  async function answer(author: Author, refusal: string | undefined): Promise<Launch> {
    if (refusal === undefined) return await read();
    await audit.record(author, 'see-launch');
    throw errors.refusedLaunchAct(refusal);
  }

  return {
    async getLaunch(request) {
      await audit.record(authorOf(request), 'see-launch');
      return await read();
    },

    async askUnconfirmed(request) {
      const author = authorOf(request);
      const asked = mail ? launch.askUnconfirmed(request.body.people, author) : notAsked.noMail;
      return await answer(author, await asked);
    },

    async startDeletion(request) {
      const author = authorOf(request);
      return await answer(author, await launch.start(request.body, author));
    },

    async stopDeletion(request) {
      const author = authorOf(request);
      const seen = { ...request.body, startedAt: Date.parse(request.body.startedAt) };
      return await answer(author, await launch.stop(seen, author));
    },

    async moveDeletion(request) {
      const author = authorOf(request);
      const moved = { ...request.body, day: dayOf(Date.parse(request.body.day)) };
      return await answer(author, await launch.moveDay(moved, author));
    },

    async goOnAfterRestore(request) {
      await launch.goOn(authorOf(request));
      return await read();
    },
  } satisfies Partial<Handlers>;
}
