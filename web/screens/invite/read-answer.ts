import type { InviteEvent } from './invite-state.ts';

/** Never rejects: whatever is no profile was refused. */
export async function readAnswer(answer: Promise<Response> | undefined): Promise<InviteEvent> {
  try {
    const response = await answer;
    if (!response) throw new TypeError('Nobody was asked.');
    // Read in any case: a body that nobody reads keeps its connection busy.
    const text = await response.text();
    if (!response.ok) return { type: 'refused', status: response.status };
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) throw new TypeError('It is no profile.');
    return { type: 'found', inviter: profileOf(body) };
  } catch {
    return { type: 'refused', status: undefined };
  }
}

/** A part that is no text counts as missing. */
function profileOf(body: object) {
  const text = (key: string) => {
    const value: unknown = Reflect.get(body, key);
    return typeof value === 'string' ? value : null;
  };
  return {
    firstName: text('firstName'),
    username: text('username') ?? '',
    profileImageUrl: text('profileImageUrl'),
  };
}
