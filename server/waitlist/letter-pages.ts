import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasWaitlist } from '../../contract/availability.ts';
import { type CallName, callSchemas } from '../../contract/calls.ts';
import { nameOfDay } from '../../contract/launch.ts';
import type { PageName } from '../../contract/page-parts.ts';
import { KEEP_PATH, LEAVE_PATH, listedScreens } from '../../contract/screens.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { ignoreBodies } from '../http/call.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import { emailIn, type LetterTokens, type TokenPurpose } from '../letters/letter-tokens.ts';
import type { Build } from '../pages/build.ts';
import {
  createPage,
  fillPage,
  NEVER_KEPT,
  type PageParts,
  rebuiltOnChange,
} from '../pages/page.ts';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * The pages of a letter's links to leave and to be kept: a GET shows one button, and its POST acts. They need no
 * JavaScript. The address has the token, so proxies must not log it, and the page sends it to no other site.
 */
export function createLetterPages(
  parts: AppParts & PageParts,
  build: Build,
  tokens: LetterTokens,
): (scope: FastifyApp) => Promise<void> {
  const { storage, clock, availability } = parts;
  const pages = rebuiltOnChange(parts, (slots) => {
    const create = (name: PageName, otherwise = '') => {
      const html = build.page(name, slots.cases).replaceAll('{{otherwise}}', otherwise);
      return createPage(fillPage(html, slots, { forms: true }, NEVER_KEPT));
    };
    const keep = new Map<number | undefined, Resource>();
    return {
      leave: create('leave'),
      left: create('left'),
      cut: create('letter-link-cut'),
      kept: create('kept'),
      notKept: create('not-kept'),
      /** @param day the named day of deletion, if a launch concerns the address */
      keep: (day: number | undefined) =>
        keep.getOrInsertComputed(day, () =>
          create(
            'keep',
            day === undefined ? '' : ` Otherwise we’ll delete it, not before ${nameOfDay(day)}.`,
          ),
        ),
    };
  });

  /** Answers a link with the page that asks, or acts if its button was pressed. */
  function answer(
    purpose: TokenPurpose,
    shown: (email: string) => Promise<Resource>,
    act: (email: string) => Promise<'left' | 'kept' | 'notKept'>,
  ) {
    return async (request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const email = emailIn(tokens, request.params.token, purpose);
      if (email === undefined) return await sendResource(pages().cut, request, reply, 410);
      if (request.method !== 'POST') return await sendResource(await shown(email), request, reply);
      const done = await act(email);
      return await sendResource(pages()[done], request, reply, done === 'notKept' ? 410 : 200);
    };
  }

  const leave = answer(
    'leave',
    async (email) => ((await storage.members.hasLeft(email)) ? pages().left : pages().leave),
    async (email) => {
      await storage.members.leave(email, clock());
      return 'left';
    },
  );
  const ask = answer(
    'keep',
    async (email) => {
      const { isKept, day } = await storage.launch.keeping(email);
      return isKept ? pages().kept : pages().keep(day);
    },
    async (email) => ((await storage.launch.keep(email, clock())) ? 'kept' : 'notKept'),
  );
  /** Once both platforms are launched, the home page has the links to both. */
  const keep = async (request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> =>
    hasWaitlist(availability().state)
      ? await ask(request, reply)
      : reply.redirect(listedScreens.home, 303);

  const { limit } = callSchemas.leaveWaitlist;
  const rateLimit = { ...limit, groupId: 'leaveWaitlist' satisfies CallName };
  return async (scope) => {
    ignoreBodies(scope);
    for (const [path, handler] of [
      [LEAVE_PATH, leave],
      [KEEP_PATH, keep],
    ] as const) {
      for (const one of [`${path}/:token`, `${path}/:token/`]) {
        scope.get(one, handler);
        scope.post(one, { config: { rateLimit } }, handler);
      }
    }
  };
}
