import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import type { EmbeddedSettings } from '../settings/read-identity.ts';
import { type CodeSender, createTwilioSender } from './sms.ts';

/** Counts every message that costs money. */
const MESSAGES = Buffer.from('messages');
/** In parallel with later answers, so that their timing does not reveal whether a message was sent. */
const MAX_DELAY_MS = 1_000;

export interface AwaitedCode {
  /** E.164. */
  to: string;
  /** Called just before sending. @returns undefined if the browser no longer waits */
  makeCode(): Promise<string | undefined>;
}

/**
 * Makes and sends a code for the call that `reply` answers.
 *
 * @throws SmsFailure if it was not sent, and CallError above the budget, if the answer may reveal it. A failed message
 *   may still arrive, for example after a late answer, so its code stays valid.
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
  // Runs after the last request was answered, and before the storage is closed.
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

/** Only for a site that no other machine can reach: the settings ensure that. */
function logSender(app: App): CodeSender {
  return {
    async send({ to, code }) {
      app.log.info(`Verification code for ${to}: ${code}`);
    },
  };
}
