import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Budget } from '../../storage/identity.ts';
import type { App, AppParts } from '../app.ts';
import { errors } from '../errors.ts';
import {
  type CodeMessage,
  type CodeSender,
  createTwilioSender,
  type TwilioAccount,
} from './sms.ts';

/** Counts every message that costs money. */
const MESSAGES = Buffer.from('messages');
/** Later answers must not tell, by coming a little later themselves, that a message was sent after this one. */
const MAX_DELAY_MS = 1_000;

/**
 * Whom codes are sent to. `anyone` learns from the answer whether theirs was sent. With `admins`
 * everybody gets the same answer at the same time, before anything is sent, and nobody learns whose
 * numbers are admins'.
 */
export type Recipients = 'anyone' | 'admins';

export interface DeliverySettings {
  /** Codes go to the log where there is none. */
  sms: TwilioAccount | undefined;
  recipients: Recipients;
  /** Of messages that cost money, over all numbers. */
  budget: Budget;
}

/**
 * Sends a code for the call that `reply` answers.
 *
 * @throws SmsFailure when it was not sent, and CallError past the budget, where the answer may say so
 */
export type Delivery = (message: CodeMessage, reply: FastifyReply) => Promise<void>;

export function createDelivery(
  app: App,
  { storage, clock }: AppParts,
  { sms, recipients, budget }: DeliverySettings,
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
