import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import type { EmbeddedSettings } from '../settings/read-identity.ts';
import { type CodeSender, createTwilioSender } from './sms.ts';

/** Counts every message that costs money. */
const MESSAGES = Buffer.from('messages');
/** Later answers must not tell, by coming a little later themselves, that a message was sent after this one. */
const MAX_DELAY_MS = 1_000;

export interface AwaitedCode {
  /** E.164. */
  to: string;
  /** Called when the code is about to be sent. @returns undefined where its browser waits no more */
  makeCode(): Promise<string | undefined>;
}

/**
 * Makes and sends a code for the call that `reply` answers.
 *
 * @throws SmsFailure when it was not sent, and CallError past the budget, where the answer may say so. A message
 *   that failed may have arrived all the same, as where the answer is late, so its code stays good.
 */
export type Delivery = (awaited: AwaitedCode, reply: FastifyReply) => Promise<void>;

export function createDelivery(
  app: App,
  { storage, clock }: AppParts,
  { sms, recipients, budget }: EmbeddedSettings,
): Delivery {
  const sender = sms ? createTwilioSender(sms) : logSender(app);
  async function send({ to, makeCode }: AwaitedCode): Promise<void> {
    const code = await makeCode();
    if (code) await sender.send({ to, code });
  }
  const mayCost = async () => !sms || (await storage.budgets.take(MESSAGES, budget, clock()));

  if (recipients === 'anyone') {
    return async (awaited) => {
      if (!(await mayCost())) throw errors.tooManyCodes();
      await send(awaited);
    };
  }

  const underWay = new Set<Promise<void>>();
  // After the last request was answered, and before the storage is closed.
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
  async function sendToAdmin(awaited: AwaitedCode): Promise<void> {
    await delay(randomInt(MAX_DELAY_MS));
    if (!(await storage.admins.has(awaited.to))) return;
    if (await mayCost()) await send(awaited);
    else app.log.error('A verification code was not sent: the budget of messages is used up.');
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

/** For one's own machine alone: the settings see to that. */
function logSender(app: App): CodeSender {
  return {
    async send({ to, code }) {
      app.log.info(`Verification code for ${to}: ${code}`);
    },
  };
}
