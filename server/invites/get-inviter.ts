import type { ResponseOf } from '../../contract/schemas/calls.ts';
import type { Inviter } from '../../storage/interface/invites.ts';
import type { AppParts } from '../app-parts.ts';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';

/** For how long browsers and caches may keep a profile. */
const PROFILE_HEADERS = { 'cache-control': 'public, max-age=60' };

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage: { inviters } }: AppParts): Handler<'getInviter'> {
  const handle: Handler<'getInviter'> = async (request, reply) => {
    const inviter = await inviters.find(request.params.id);
    // Not cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    return send(answerOf(inviter), reply);
  };
  const fromMemory: Handler<'getInviter'>['fromMemory'] = ({ id }) => {
    const inviter = inviters.findRecent(id);
    return inviter && answerOf(inviter);
  };
  return Object.assign(handle, { fromMemory });
}

const profiles = new WeakMap<Inviter, ResponseOf<'getInviter'>>();

/** Returns the same answer for the same object, so that its JSON is made only once. */
function answerOf(inviter: Inviter): Answer<ResponseOf<'getInviter'>> {
  let profile = profiles.get(inviter);
  if (!profile) {
    const { profileImageUrl, username, firstName } = inviter;
    profile = { profileImageUrl, username, firstName };
    profiles.set(inviter, profile);
  }
  return jsonAnswer(profile, PROFILE_HEADERS);
}
