import type { InviteEvent, InviterProfile } from './invite-state.ts';

/** Never rejects: any answer that is not a profile becomes `refused`. */
export async function readAnswer(answer: Promise<Response> | undefined): Promise<InviteEvent> {
  try {
    const response = await answer;
    if (!response) throw new TypeError('There was no request.');
    // The body is always read, because an unread body would keep its connection busy.
    const text = await response.text();
    if (!response.ok) return { type: 'refused', status: response.status };
    return { type: 'found', inviter: profileIn(JSON.parse(text)) };
  } catch {
    return { type: 'refused', status: undefined };
  }
}

/**
 * Reads the fields of the specification, of which each may be missing.
 *
 * @throws if a field has another type, or there is none of them: the answer is not from our server
 */
function profileIn(body: Partial<InviterProfile>): InviterProfile {
  const { firstName, username, profileImageUrl } = body;
  const fields = [firstName, username, profileImageUrl];
  const isProfile =
    fields.every((field) => field == null || typeof field === 'string') &&
    fields.some((field) => field !== undefined);
  if (!isProfile) throw new TypeError('It is not a profile.');
  return {
    firstName: firstName ?? null,
    username: username ?? '',
    profileImageUrl: profileImageUrl ?? null,
  };
}
