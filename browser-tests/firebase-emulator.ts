import type { BrowserContext } from '@playwright/test';
import { decodeJwt, SignJWT } from 'jose';
import type { FakeGoogle } from '../testing/fakes/fake-google.ts';

/** Where a real Auth emulator listens, such as `127.0.0.1:9099`; CONTRIBUTING.md says how to run one. */
export const EMULATOR = process.env['FIREBASE_EMULATOR'];

/** What a test reads from the emulator, for one browser. */
export interface Emulator {
  /** The last code for this browser; the emulator stores it instead of sending an SMS. */
  lastCode(): Promise<string>;
  /** The last token that the emulator issued, unsigned. */
  readonly unsignedToken: string;
}

/**
 * Forwards the calls of the SDK to the emulator. Our server refuses the emulator's tokens, because they are unsigned.
 * So their claims are signed with the key of the fake Google. `serveFakeFirebase` answers the calls of the bot check,
 * which the emulator lacks.
 */
export async function forwardToEmulator(
  context: BrowserContext,
  google: FakeGoogle,
  emulator: string,
): Promise<Emulator> {
  let lastSession = '';
  let unsignedToken = '';
  await context.route('https://identitytoolkit.googleapis.com/v1/**', async (route) => {
    const url = route.request().url().replace('https://', `http://${emulator}/`);
    const response = await route.fetch({ url });
    const json = await response.json();
    if (json.sessionInfo) lastSession = json.sessionInfo;
    if (json.idToken) {
      unsignedToken = json.idToken;
      json.idToken = await sign(unsignedToken, google);
    }
    await route.fulfill({ response, json });
  });

  return {
    async lastCode() {
      const project = google.settings.projectId;
      const url = `http://${emulator}/emulator/v1/projects/${project}/verificationCodes`;
      const { verificationCodes } = (await (await fetch(url)).json()) as SentCodes;
      const sent = verificationCodes.find(({ sessionInfo }) => sessionInfo === lastSession);
      if (!sent) throw new Error(`No code was sent: was the emulator started for ${project}?`);
      return sent.code;
    },
    get unsignedToken() {
      return unsignedToken;
    },
  };
}

interface SentCodes {
  verificationCodes: { sessionInfo: string; code: string }[];
}

/** Signs the claims of an unsigned token, unchanged. */
function sign(token: string, { key, keyId }: FakeGoogle): Promise<string> {
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
    .sign(key);
}
