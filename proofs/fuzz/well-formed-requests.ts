import { calls } from '../../contract/calls.ts';
import type { CallName } from '../../contract/schemas/calls.ts';
import { type SampleRequest, sampleRequests } from '../../testing/requests/sample-requests.ts';
import type { Credentials } from './fuzz-credentials.ts';

export const callNames = Object.keys(calls) as CallName[];

/** Makes a valid request for each alternative of the body of every call. The people in these requests do not exist. */
export function wellFormedRequests(credentials: Credentials): [CallName, SampleRequest[]][] {
  const values = knownValues(credentials);
  const cookies = cookiesOf(credentials);
  return callNames.map((name) => {
    const cookie = cookies[name];
    const requests = sampleRequests(name, values);
    return [name, requests.map((one) => ({ ...one, ...(cookie && { headers: { cookie } }) }))];
  });
}

/** Values by the name of a field, for fields that a schema describes too loosely. */
export function knownValues({
  userId,
  proofs,
  codes: [right],
  letters: [letter],
}: Credentials): Record<string, unknown> {
  return {
    userId,
    proof: proofs[0],
    verificationId: right?.verificationId,
    code: right?.code,
    token: letter?.confirm,
    eventId: 'a-page-load-01',
    email: 'someone@example.com',
    idToken: 'a.b.c',
    phone: '+15550002000',
    profileImageUrl: '/one.png',
    at: new Date().toISOString(),
    search: 'no-inviter-has-this-name',
  };
}

/** Cookies of the calls that do not send the admin's session. */
function cookiesOf({ cookie, codes: [right] }: Credentials): Partial<Record<CallName, string>> {
  return {
    signIn: right?.cookie ?? cookie,
    // Not the admin's session, which later requests need.
    signOut: 'session=none',
  };
}
