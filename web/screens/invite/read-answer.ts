import type { InviteEvent } from './invite-state.ts';

/** Never rejects: any answer that is not a profile becomes `refused`. */
export async function readAnswer(answer: Promise<Response> | undefined): Promise<InviteEvent> {
  try {
    const response = await answer;
    if (!response) throw new TypeError('There was no request.');
    // The body is always read, because an unread body would keep its connection busy.
    const text = await response.text();
    if (!response.ok) return { type: 'refused', status: response.status };
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) throw new TypeError('It is not a profile.');
    return { type: 'found', inviter: profileOf(body) };
  } catch {
    return { type: 'refused', status: undefined };
  }
}

/** A value that is not a string counts as missing. */
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
