import type { Call } from '../contract/calls.ts';
import { cookieName, hashToken, randomToken, SESSION_COOKIE } from '../server/http/credentials.ts';
import type { TestApp } from './test-app.ts';

/** The phone number of most tests' admin. */
export const ADMIN = '+15550001111';

/** A signed-in user, with the headers that the browser sends. */
export interface SignedIn {
  userId: string;
  token: string;
  headers: { cookie: string };
}

type Site = Pick<TestApp, 'storage' | 'clock' | 'https'>;

/** Makes a session without a code. */
export async function signIn(site: Site, phone: string, at = site.clock()): Promise<SignedIn> {
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

/** Signs in an admin, with the right to the waitlist or without it. */
export async function signInAdmin(site: Site, phone = ADMIN, hasRight = true): Promise<SignedIn> {
  await site.storage.admins.add(phone, site.clock());
  const author = { who: 'command line', at: site.clock() };
  if (hasRight) await site.storage.admins.setRight(phone, true, author);
  return await signIn(site, phone);
}

/** Signs in an admin with the right to the waitlist. @returns a function that makes calls with this session */
export async function adminOf(site: TestApp, phone = ADMIN) {
  const { headers } = await signInAdmin(site, phone);
  return (
    { method, path }: Pick<Call<unknown, unknown>, 'method' | 'path'>,
    payload?: object,
    query: Readonly<Record<string, string>> = {},
  ) => site.app.inject({ method, url: path, headers, query, ...(payload && { payload }) });
}
