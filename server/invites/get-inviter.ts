import type { InviterResponse } from '../../contract/schemas/inviters.ts';
import type { Inviter } from '../../storage/interface/invites.ts';
import type { AppParts } from '../app-parts.ts';
import { type Answer, JSON_TYPE, send } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { FromMemory } from '../http/memory-answers.ts';

/** For how long browsers and caches may keep a profile. */
const PROFILE_HEADERS = { 'cache-control': 'public, max-age=60', 'content-type': JSON_TYPE };

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage: { inviters } }: AppParts): Handler<'getInviter'> {
  const handle: Handler<'getInviter'> = async (request, reply) => {
    const inviter = await inviters.find(request.params.id);
    // Not cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    return send(answerOf(inviter), reply);
  };
  const fromMemory: FromMemory['answer'] = ({ id }) => {
    const inviter = inviters.findRecent(id);
    return inviter && answerOf(inviter);
  };
  return Object.assign(handle, { fromMemory });
}

const answers = new WeakMap<Inviter, Answer>();

function answerOf(inviter: Inviter): Answer {
  let answer = answers.get(inviter);
  if (!answer) {
    const { profileImageUrl, username, firstName } = inviter;
    const body: InviterResponse = { profileImageUrl, username, firstName };
    answer = { status: 200, headers: PROFILE_HEADERS, body: Buffer.from(JSON.stringify(body)) };
    answers.set(inviter, answer);
  }
  return answer;
}
