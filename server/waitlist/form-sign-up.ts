import { type CallName, callSchemas } from '../../contract/calls.ts';
import { parametersOf, readQuery } from '../../contract/damaged-links.ts';
import { troubleOfEmailText } from '../../contract/email-address.ts';
import type { PageName } from '../../contract/page-parts.ts';
import {
  EMAIL_FIELD_NAME,
  FROM_QUERY,
  inviteQuery,
  listedScreens,
  VIA_QUERY,
} from '../../contract/screens.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { errors, toCallError } from '../http/errors.ts';
import { createTextResource, QUICK, type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import {
  createPage,
  type FilledPage,
  fillPage,
  fillSlots,
  NEVER_KEPT,
  type PageParts,
  rebuiltOnChange,
} from '../pages/page.ts';
import type { AcceptSignUp } from './sign-up.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** The decoder writes this character in place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\ufffd';
const SLOT = /\{\{(signUp\w+)\}\}/g;

interface Answers {
  readonly signedUp: Resource;
  readonly noEmail: FilledPage;
  readonly notSignedUp: FilledPage;
}

/**
 * The waitlist for browsers without JavaScript: they post the form of the home page to its own address, whose query has
 * the friend, and the answer is a page. The form has the checks of the call `joinWaitlist`, and sign-ups by the form and
 * by the call count towards the same limits. If a proof of work is needed, the page asks the person to wait instead,
 * because a browser without JavaScript cannot compute a proof.
 */
export function createFormSignUp(
  app: FastifyApp,
  parts: AppParts & PageParts,
  build: Build,
  signUp: AcceptSignUp,
): (scope: FastifyApp) => Promise<void> {
  const answers = openAnswers(build, parts);
  const { limit } = callSchemas.joinWaitlist;

  // It has its own Fastify scope, because only this path accepts forms and answers errors with a page.
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
      done(null, parametersOf(String(body))),
    );
    scope.setErrorHandler(async (thrown, request, reply) => {
      const error = toCallError(thrown);
      if (error.status >= 500) app.logFailure(thrown, request);
      if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
      const signUpEmail = emailIn(request.body);
      // To try again with a refused address never helps, so its page asks for another one.
      const isOfAddress = error.status === 400;
      const trouble = isOfAddress ? troubleOfEmailText(signUpEmail) : undefined;
      const { html, headers } = answers()[isOfAddress ? 'noEmail' : 'notSignedUp'];
      const texts = { signUpTrouble: trouble ?? sentenceOf(error), signUpEmail };
      const page = createTextResource(fillSlots(html, SLOT, texts), QUICK, headers);
      return await sendResource(page, request, reply, error.status);
    });
    scope.post<{ Body: URLSearchParams }>(
      listedScreens.home,
      { config: { rateLimit: { ...limit, groupId: 'joinWaitlist' satisfies CallName } } },
      async (request, reply) => {
        const query = readQuery(request.url);
        await signUp(request.network, emailIn(request.body), {
          ref: query.get(inviteQuery.inviter),
          via: query.get(VIA_QUERY),
          from: query.get(FROM_QUERY),
        });
        return await sendResource(answers().signedUp, request, reply);
      },
    );
  };
}

function emailIn(form: unknown): string {
  const email = form instanceof URLSearchParams ? (form.get(EMAIL_FIELD_NAME) ?? '') : '';
  return email.includes(REPLACEMENT_CHARACTER) ? '' : email;
}

/** The message of `proof-needed` is written for programs. People get the message of `tooManyRequests` instead. */
function sentenceOf({
  id,
  message,
  retryAfterSeconds = 0,
}: ReturnType<typeof toCallError>): string {
  return id === 'proof-needed' ? errors.tooManyRequests(retryAfterSeconds).message : message;
}

function openAnswers(build: Build, parts: PageParts): () => Answers {
  return rebuiltOnChange(parts, (slots) => {
    // No cache may keep the answer to one person's form.
    const fill = (name: PageName) =>
      fillPage(build.page(name, slots.cases), slots, { forms: true }, NEVER_KEPT);
    return {
      signedUp: createPage(fill('signed-up')),
      noEmail: fill('no-email'),
      notSignedUp: fill('not-signed-up'),
    };
  });
}
