import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallName, callSchemas } from '../../contract/calls.ts';
import { LEAVE_PATH } from '../../contract/mail.ts';
import type { PageName } from '../../contract/page-parts.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { ignoreBodies } from '../http/call.ts';
import { sendResource } from '../http/resource.ts';
import { emailIn, type LetterTokens } from '../mail/letter-tokens.ts';
import type { Build } from '../pages/build.ts';
import {
  createPage,
  fillPage,
  NEVER_KEPT,
  type PageParts,
  rebuiltOnChange,
} from '../pages/page.ts';

type LeaveRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * The page of a letter's link to leave: a GET shows one button, and its POST leaves. It needs no JavaScript. The address
 * has the token, so proxies must not log it, and the page sends it to no other site.
 */
export function createLeavePages(
  parts: AppParts & PageParts,
  build: Build,
  tokens: LetterTokens,
): (scope: FastifyApp) => Promise<void> {
  const pages = rebuiltOnChange(parts, (slots) => {
    const create = (name: PageName) =>
      createPage(fillPage(build.page(name, slots.cases), slots, { forms: true }, NEVER_KEPT));
    return { asked: create('leave'), left: create('left'), cut: create('leave-link-cut') };
  });
  const { limit } = callSchemas.leaveWaitlist;

  async function leave(request: LeaveRequest, reply: FastifyReply): Promise<FastifyReply> {
    const email = emailIn(tokens, request.params.token, 'leave');
    if (email === undefined) return await sendResource(pages().cut, request, reply, 410);
    if (request.method !== 'POST') return await sendResource(pages().asked, request, reply);
    await parts.storage.members.leave(email, parts.clock());
    return await sendResource(pages().left, request, reply);
  }

  return async (scope) => {
    ignoreBodies(scope);
    for (const path of [`${LEAVE_PATH}/:token`, `${LEAVE_PATH}/:token/`]) {
      scope.get(path, leave);
      const rateLimit = { ...limit, groupId: 'leaveWaitlist' satisfies CallName };
      scope.post(path, { config: { rateLimit } }, leave);
    }
  };
}
