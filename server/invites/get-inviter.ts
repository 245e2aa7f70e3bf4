import type { ResponseOf } from '../../contract/schemas/calls.ts';
import type { Inviter } from '../../storage/interface/invites.ts';
import type { AppParts } from '../app-parts.ts';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { findLinked } from './find-inviter.ts';

/** For how long browsers and caches may keep a profile. */
const PROFILE_HEADERS = { 'cache-control': 'public, max-age=60, must-revalidate' };

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage: { inviters } }: AppParts): Handler<'getInviter'> {
  const handle: Handler<'getInviter'> = async (request, reply) => {
    const inviter = await findLinked(inviters, request.params.id);
    // The 404 must not be cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    return send(answerOf(inviter), reply);
  };
  const fromMemory: Handler<'getInviter'>['fromMemory'] = ({ id }) => {
    const inviter = inviters.findRecent(id);
    return inviter && answerOf(inviter);
  };
  return Object.assign(handle, { fromMemory });
}

type ProfileAnswer = Answer<ResponseOf<'getInviter'>>;
const answers = new WeakMap<Inviter, ProfileAnswer>();

/** Cached for each profile object in memory, so that the JSON of an unchanged profile is made once. */
function answerOf(inviter: Inviter): ProfileAnswer {
  let answer = answers.get(inviter);
  if (!answer) {
    const { profileImageUrl, username, firstName } = inviter;
    const profile: ResponseOf<'getInviter'> = { profileImageUrl, username, firstName };
    answer = jsonAnswer(profile, PROFILE_HEADERS);
    answers.set(inviter, answer);
  }
  return answer;
}
