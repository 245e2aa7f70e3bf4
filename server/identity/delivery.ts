import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import type { EmbeddedSettings, TwilioAccount } from '../settings/identity-settings.ts';
import { createTwilioSender, type SendCode, SmsFailure } from './sms.ts';

/** The budget's key: one budget for all SMS together. */
const MESSAGES = Buffer.from('messages');
/**
 * A random delay before a message is sent. Otherwise the work of sending would follow each answer immediately, and
 * slower answers to the next requests would reveal that a message is being sent.
 */
const MAX_DELAY_MS = 1_000;

/**
 * Makes a code and sends it. With recipients `admins` the code is sent after `reply` and failures are only logged, so
 * that the answer does not reveal whether a number belongs to an admin.
 *
 * @param to E.164
 * @param makeCode is called just before sending. If it were called earlier, a code that is never sent would also be
 *   valid, and could be guessed. It returns undefined if the browser no longer waits, or has a code from the operator
 * @throws with recipients `anyone`: CallError above the budget, and if sending failed. After a failed sending the code
 *   stays valid, because the message may still arrive, for example if only Twilio's answer was late
 */
type Delivery = (to: string, makeCode: MakeCode, reply: FastifyReply) => Promise<void>;
type MakeCode = () => Promise<string | undefined>;

export function createDelivery(
  app: FastifyApp,
  { storage, clock }: AppParts,
  { recipients, budget }: EmbeddedSettings,
  sender: TwilioAccount | 'log',
): Delivery {
  const sendCode = sender === 'log' ? logCode(app) : createTwilioSender(sender);
  async function send(to: string, makeCode: MakeCode): Promise<void> {
    const code = await makeCode();
    if (code) await sendCode(to, code);
  }
  const isWithinBudget = async () =>
    sender === 'log' || (await storage.budgets.take(MESSAGES, budget, clock()));

  if (recipients === 'anyone') {
    return async (to, makeCode) => {
      if (!(await isWithinBudget())) throw errors.tooManyCodes();
      await send(to, makeCode).catch((error: unknown) => {
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
  async function sendToAdmin(to: string, makeCode: MakeCode): Promise<void> {
    await delay(randomInt(MAX_DELAY_MS));
    if (!(await storage.admins.has(to))) return;
    if (await isWithinBudget()) await send(to, makeCode);
    else app.log.error('A verification code was not sent: the SMS budget is used up.');
  }
  return async (to, makeCode, reply) => {
    reply.raw.once('close', () => {
      const sending = sendToAdmin(to, makeCode)
        .catch((error) => app.log.error({ err: error }, 'A verification code was not sent.'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    });
  };
}

/** Writes codes to the log. The settings allow this only on a site that no other machine can reach. */
function logCode({ log }: FastifyApp): SendCode {
  return async (to, code) => log.info(`Verification code for ${to}: ${code}`);
}
