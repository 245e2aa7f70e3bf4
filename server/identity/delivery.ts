import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import type { EmbeddedSettings } from '../settings/identity-settings.ts';
import { createTwilioSender, type SendCode, SmsFailure } from './sms.ts';

/** The budget's key: one budget for all SMS together. */
const MESSAGES = Buffer.from('messages');
/**
 * A random delay before a message is sent. Otherwise the work of sending would follow each answer immediately, and
 * slower answers to the next requests would reveal that a message is being sent.
 */
const MAX_DELAY_MS = 1_000;

export interface AwaitedCode {
  /** E.164. */
  to: string;
  /**
   * Called just before sending. If this were called earlier, a code that is never sent would also be valid, and could
   * be guessed.
   *
   * @returns undefined if the browser no longer waits, or has a code from the operator
   */
  makeCode(): Promise<string | undefined>;
}

/**
 * Makes a code and sends it. With recipients `admins` the code is sent after `reply` and failures are only logged, so
 * that the answer does not reveal whether a number belongs to an admin.
 *
 * @throws with recipients `anyone`: CallError above the budget, and if sending failed. After a failed sending the code
 *   stays valid, because the message may still arrive, for example if only Twilio's answer was late
 */
export type Delivery = (awaited: AwaitedCode, reply: FastifyReply) => Promise<void>;

export function createDelivery(
  app: App,
  { storage, clock }: AppParts,
  { sms, recipients, budget }: EmbeddedSettings,
): Delivery {
  const sendCode = sms ? createTwilioSender(sms) : logCode(app);
  async function send({ to, makeCode }: AwaitedCode): Promise<void> {
    const code = await makeCode();
    if (code) await sendCode(to, code);
  }
  const isWithinBudget = async () =>
    !sms || (await storage.budgets.take(MESSAGES, budget, clock()));

  if (recipients === 'anyone') {
    return async (awaited) => {
      if (!(await isWithinBudget())) throw errors.tooManyCodes();
      await send(awaited).catch((error: unknown) => {
        throw error instanceof SmsFailure ? errors.sendFailed({ cause: error }) : error;
      });
    };
  }

  const underWay = new Set<Promise<void>>();
  // A stop waits here for messages that are being sent. All requests are answered now, so no new message begins, and
  // the storage is still open.
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
  async function sendToAdmin(awaited: AwaitedCode): Promise<void> {
    await delay(randomInt(MAX_DELAY_MS));
    if (!(await storage.admins.has(awaited.to))) return;
    if (await isWithinBudget()) await send(awaited);
    else app.log.error('A verification code was not sent: the SMS budget is used up.');
  }
  return async (awaited, reply) => {
    reply.raw.once('close', () => {
      const sending = sendToAdmin(awaited)
        .catch((error) => app.log.error({ err: error }, 'A verification code was not sent.'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    });
  };
}

/** Writes codes to the log. The settings allow this only on a site that no other machine can reach. */
function logCode({ log }: App): SendCode {
  return async (to, code) => log.info(`Verification code for ${to}: ${code}`);
}
