import { signInErrors } from '../../../../contract/identity.ts';
import { getSignInSettings } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { importAgain } from '../../../import-again.ts';
import { embeddedIdentity } from './embedded.ts';
import { type PhoneIdentity, PhoneIdentityError } from './phone-identity.ts';

/** The limits for loading the identity provider. */
const SETUP_RETRIES = 3;
const SETUP_PAUSE_MS = 1_000;
const SETUP_TIMEOUT_MS = 5_000;

let identity: Promise<PhoneIdentity> | undefined;

/** The provider that the server uses. It is set up only once, but after a failure the next call tries again. */
export function preparedIdentity(): Promise<PhoneIdentity> {
  identity ??= setUp().catch((error) => {
    identity = undefined;
    throw error;
  });
  return identity;
}

function setUp(): Promise<PhoneIdentity> {
  return persistently(async () => {
    const settings = await callApi(getSignInSettings, undefined);
    if (settings.provider === 'embedded') {
      return { ...embeddedIdentity, operatorGivesCodes: settings.codesFrom === 'operator' };
    }
    const { firebaseIdentity } = await importAgain(() => import('./firebase.ts')).catch(
      sayToRefresh,
    );
    return firebaseIdentity(settings);
  });
}

/** After an upgrade of the site the script is gone. */
function sayToRefresh(cause: unknown): never {
  throw new PhoneIdentityError(signInErrors.botCheckRendered, { cause });
}

/** Tries again after a failure, with a pause before each further try and a time limit for each try. */
export async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await Promise.race([attempt(), late()]);
    } catch (error) {
      if (retries === SETUP_RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, SETUP_PAUSE_MS));
    }
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('It took too long.')), SETUP_TIMEOUT_MS);
  });
}
