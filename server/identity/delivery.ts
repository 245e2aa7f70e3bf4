import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';
import type { EmbeddedSettings } from '../settings/read-identity.ts';
import { type CodeMessage, type CodeSender, createTwilioSender } from './sms.ts';

/** Counts every message that costs money. */
const MESSAGES = Buffer.from('messages');
/** Later answers must not tell, by coming a little later themselves, that a message was sent after this one. */
const MAX_DELAY_MS = 1_000;

/**
 * Sends a code for the call that `reply` answers.
 *
 * @throws SmsFailure when it was not sent, and CallError past the budget, where the answer may say so
 */
export type Delivery = (message: CodeMessage, reply: FastifyReply) => Promise<void>;

export function createDelivery(
  app: App,
  { storage, clock }: AppParts,
  { sms, recipients, budget }: EmbeddedSettings,
): Delivery {
  const sender = sms ? createTwilioSender(sms) : logSender(app);
  const mayCost = async () => !sms || (await storage.budgets.take(MESSAGES, budget, clock()));

  if (recipients === 'anyone') {
    return async (message) => {
      if (!(await mayCost())) throw errors.tooManyCodes();
      await sender.send(message);
    };
  }

  const underWay = new Set<Promise<void>>();
  // After the last request was answered, and before the storage is closed.
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
  async function sendToAdmin(message: CodeMessage): Promise<void> {
    await delay(randomInt(MAX_DELAY_MS));
    if (!(await storage.admins.has(message.to))) return;
    if (await mayCost()) await sender.send(message);
    else app.log.error('A verification code was not sent: the budget of messages is used up.');
  }
  return async (message, reply) => {
    reply.raw.once('close', () => {
      const sending = sendToAdmin(message)
        .catch((error) => app.log.error({ err: error }, 'A verification code was not sent.'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    });
  };
}

/** For one's own machine alone: the settings see to that. */
function logSender(app: App): CodeSender {
  return {
    async send({ to, code }) {
      app.log.info(`Verification code for ${to}: ${code}`);
    },
  };
}
