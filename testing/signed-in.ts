import type { Call } from '../contract/calls.ts';
import { cookieName, hashToken, randomToken, SESSION_COOKIE } from '../server/http/credentials.ts';
import type { TestApp } from './test-app.ts';

/** A signed-in user, with the headers that the browser sends. */
export interface SignedIn {
  userId: string;
  token: string;
  headers: { cookie: string };
}

/** Makes a session without a code. */
export async function signIn(
  site: Pick<TestApp, 'storage' | 'clock' | 'https'>,
  phone: string,
  at = site.clock(),
): Promise<SignedIn> {
  const token = randomToken(256);
  const userId = await site.storage.sessions.begin({
    tokenHash: hashToken(token),
    phone,
    newUserId: randomToken(128),
    replaces: undefined,
    secret: await site.storage.keySecret(),
    at,
  });
  const name = cookieName(SESSION_COOKIE, site.https);
  if (!userId) throw new Error('The keys were replaced during the sign-in.');
  return { userId, token, headers: { cookie: `${name}=${token}` } };
}

/** Signs in an admin with the right to the waitlist. @returns a function that makes calls with this session */
export async function adminOf(site: TestApp, phone: string) {
  await site.storage.admins.add(phone, site.clock());
  await site.storage.admins.setRight(phone, true, { who: 'command line', at: site.clock() });
  const { headers } = await signIn(site, phone);
  return (
    { method, path }: Pick<Call<unknown, unknown>, 'method' | 'path'>,
    payload?: object,
    query: Readonly<Record<string, string>> = {},
  ) => site.app.inject({ method, url: path, headers, query, ...(payload && { payload }) });
}
