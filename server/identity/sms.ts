import { brand } from '../../brand.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { CODE_LIFETIME_MS } from '../../contract/identity.ts';
import type { TwilioAccount } from '../settings/identity-settings.ts';

const TWILIO_URL = 'https://api.twilio.com';
/**
 * The time limit of a request is longer than Twilio's slowest answers take. It is not much longer, because with
 * SMS_RECIPIENTS=anyone a person waits for the result.
 */
const ANSWER_WITHIN_MS = 10_000;

/**
 * An SMS was not sent, or Twilio did not confirm it. This error contains neither the phone number nor the code, so it
 * can be logged.
 */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure';
}

/**
 * Sends a code to a phone.
 *
 * @param to E.164
 * @throws SmsFailure if the message was not sent, or was not confirmed
 */
export type SendCode = (to: string, code: string) => Promise<void>;

/** Sends codes by Twilio Messaging. Uses one HTTP request instead of Twilio's SDK, which has 29 MB. */
export function createTwilioSender({ accountSid, authToken, from, url }: TwilioAccount): SendCode {
  const address = `${url ?? TWILIO_URL}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return async (to, code) => {
    const response = await fetch(address, {
      method: 'POST',
      // The answer is small, so it does not need a decompressor.
      headers: { authorization, 'accept-encoding': 'identity' },
      body: new URLSearchParams({ To: to, From: from, Body: messageWith(code) }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch((error: unknown) => {
      throw new SmsFailure(`Twilio cannot be reached: ${reasonOf(error)}.`);
    });
    const { status } = response;
    if (status !== 201) {
      throw new SmsFailure(`Twilio answered ${status}${await errorCodeIn(response)}.`);
    }
    await response.body?.cancel();
  };
}

function messageWith(code: string): string {
  const minutes = CODE_LIFETIME_MS / MINUTE_MS;
  return `${code} is your ${brand.product} verification code. It expires in ${minutes} minutes. Do not share it.`;
}

/** @returns Twilio's error code for the log, without the error's text, because the text repeats the phone number */
async function errorCodeIn(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => undefined);
  if (typeof said !== 'object' || said === null || !('code' in said)) return '';
  return Number.isInteger(said.code) ? ` with its error ${said.code}` : '';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause =
    error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined;
  return String(cause ?? error.name);
}
