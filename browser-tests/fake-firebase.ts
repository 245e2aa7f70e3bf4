import type { BrowserContext, Route } from '@playwright/test';
import type { FakeGoogle } from '../testing/fakes/fake-google.ts';

/** The failures that the fake simulates. A field that is undefined causes no failure. */
export interface FirebaseTrouble {
  /** Error of the calls that send and verify a code, such as `INVALID_PHONE_NUMBER`. */
  error?: string;
  /** What the bot check throws when it is rendered. */
  botCheck?: string;
  /** Whether all of Google's addresses are unreachable. */
  unreachable?: boolean;
}

export const FAKE_CODE = '246810';

/**
 * Intercepts the browser's requests to Google and answers with Google's real protocol. So the test
 * runs the real SDK under the page's real Content-Security-Policy.
 */
export async function serveFakeFirebase(
  context: BrowserContext,
  google: FakeGoogle,
  trouble: FirebaseTrouble,
): Promise<void> {
  const answer = async (route: Route) => {
    if (trouble.unreachable) return route.abort();
    const url = new URL(route.request().url());
    if (url.pathname === '/recaptcha/api.js') return route.fulfill(botCheckScript(url, trouble));
    const body = route.request().postDataJSON() ?? {};
    const { status = 200, json } = await answerCall(url.pathname, body, google, trouble);
    return route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } });
  };
  await context.route('https://*.googleapis.com/**', answer);
  await context.route('https://www.google.com/recaptcha/**', answer);
}

async function answerCall(
  path: string,
  body: Record<string, string>,
  google: FakeGoogle,
  { error }: FirebaseTrouble,
): Promise<{ status?: number; json: object }> {
  const refuse = (message: string) => ({
    status: 400,
    json: { error: { code: 400, message, errors: [{ message }] } },
  });
  switch (path) {
    case '/v2/recaptchaConfig':
      return { json: { recaptchaEnforcementState: [] } };
    case '/v1/recaptchaParams':
      return { json: { recaptchaSiteKey: 'site-key' } };
    case '/v1/accounts:sendVerificationCode':
      if (error) return refuse(error);
      return { json: { sessionInfo: `session of ${body['phoneNumber']}` } };
    case '/v1/accounts:signInWithPhoneNumber': {
      if (error) return refuse(error);
      if (body['code'] !== FAKE_CODE) return refuse('INVALID_CODE');
      const phone = body['sessionInfo']?.split(' ').at(-1);
      const idToken = await google.token({ phone_number: phone });
      return { json: { idToken, refreshToken: 'refresh', expiresIn: '3600', localId: 'u1' } };
    }
    case '/v1/accounts:lookup':
      return { json: { users: [{ localId: 'u1', providerUserInfo: [] }] } };
    default:
      return refuse(`UNKNOWN_CALL ${path}`);
  }
}

/** The part of reCAPTCHA that the SDK calls. */
function botCheckScript(url: URL, { botCheck }: FirebaseTrouble) {
  return {
    contentType: 'text/javascript',
    body: `
      const checks = [];
      window.grecaptcha = {
        render(element, { callback }) {
          const trouble = ${JSON.stringify(botCheck ?? '')};
          if (trouble) throw new Error(trouble);
          if (element.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element');
          element.append(document.createElement('i'));
          return checks.push(callback) - 1;
        },
        execute: (id) => setTimeout(() => checks[id]('bot-check-token')),
        getResponse: () => '',
        reset() {},
      };
      window[${JSON.stringify(url.searchParams.get('onload'))}]();`,
  };
}
