import { Counter } from '@prometheus-io/client';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { repeatEachMinute } from '../operations/repeat.ts';
import { type Delivery, hasReceivers, sendNotice } from './send-notice.ts';
import { findUntold } from './untold.ts';

const OUTCOMES: readonly Delivery['outcome'][] = [
  'accepted',
  'refused',
  'later',
  'unreachable',
  'uncertain',
];

/**
 * While the app listens, sends the notices that are due once a minute, in one message. A message that does not arrive
 * is not sent again. Without NOTIFY_URL and DIGEST_TO nothing runs.
 */
export function scheduleNotices(app: FastifyApp, parts: AppParts): void {
  if (!hasReceivers(parts)) return;
  const deliveries = new Counter({
    name: 'notices_total',
    help: 'Notices of this instance to the team, by their receiver and outcome.',
    labelNames: ['to', 'outcome'],
    registers: [app.metrics],
  });
  for (const [to, isSet] of [
    ['chat', parts.notifyUrl],
    ['mail', parts.digestTo],
  ] as const)
    if (isSet) for (const outcome of OUTCOMES) deliveries.inc({ to, outcome }, 0);

  app.addHook('onListen', async () => {
    // Of NOTIFY_URL only the host, because the rest is a secret.
    const host = parts.notifyUrl && new URL(parts.notifyUrl).host;
    const receivers = [host, parts.digestTo && `${parts.digestTo.length} by mail`].filter(Boolean);
    app.log.info(`Notices are sent to ${receivers.join(' and ')}.`);
  });
  repeatEachMinute(app, tell, 'Notices could not be read.');

  async function tell(stop: AbortSignal): Promise<void> {
    for (const { to, outcome } of await tellTeam(parts, stop)) {
      deliveries.inc({ to, outcome });
      // Without the reply, which may repeat an address.
      if (outcome === 'accepted') app.log.info({ to }, 'A notice was sent.');
      else app.log.warn({ to, outcome }, 'A notice was not delivered.');
    }
  }
}

/** Sends the notices that are due now. @param stop ends the deliveries */
export async function tellTeam(parts: AppParts, stop: AbortSignal): Promise<Delivery[]> {
  const untold = await findUntold(parts);
  if (untold.length === 0 || stop.aborted) return [];
  const claimed = await parts.storage.notices.claim(untold);
  const sentences = untold
    .filter((notice) => claimed.includes(notice))
    .flatMap(({ sentence }) => sentence || []);
  return sentences.length > 0 ? await sendNotice(parts, sentences.join('\n'), stop) : [];
}
