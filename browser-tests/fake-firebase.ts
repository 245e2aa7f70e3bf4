import type { BrowserContext, Route } from '@playwright/test';
import type { FakeGoogle } from '../testing/fakes/fake-google.ts';

/** What Firebase is told to answer instead of doing its work; undefined where it works. */
export interface FirebaseTrouble {
  /** Of the calls that send and verify a code, such as `INVALID_PHONE_NUMBER`. */
  error?: string;
  /** What the bot check throws when it is drawn. */
  botCheck?: string;
  /** Whether nothing of Google's can be reached. */
  unreachable?: boolean;
}

export const FAKE_CODE = '246810';

/**
 * Stands in for Google at the edge of the browser, and speaks the protocol of its calls: the SDK and
 * the policy of the page are the real ones.
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

/** As little of reCAPTCHA as the SDK talks to. */
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
