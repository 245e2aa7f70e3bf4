import { setTimeout } from 'node:timers/promises';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { PageParts } from '../pages/page.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import type { LetterTemplates } from './compose-letter.ts';
import { createComposer } from './compose-letter.ts';
import { createLetterMeter } from './letter-meter.ts';
import type { LetterTokens } from './letter-tokens.ts';

/** How often the sending instance looks for new sign-ups and letters that are due, while there are none. */
const LOOK_EVERY_MS = 1_000;
/**
 * How long an instance is the sender. Then the same instance or another one becomes the sender. The time is not
 * shorter, because an instance that tries to become the sender may open a connection to the database for it.
 */
const SENDER_FOR_MS = 20_000;
/** How often an instance tries to become the sender while another instance is the sender. */
const ASK_EVERY_MS = 10_000;
/** How long a stop waits for a letter that is being sent, before it ends the connection. */
const STOP_WITHIN_MS = 8_000;
/** How long a stop then waits until its result is stored. The next sender marks a letter without one as `uncertain`. */
const STORE_WITHIN_MS = 1_000;

/**
 * Queues and sends letters while the app listens, in one instance of the site at a time. Loads Nodemailer, which a site
 * without letters does not need.
 */
export async function openMail(
  app: FastifyApp,
  parts: AppParts & PageParts,
  settings: MailSettings,
  templates: LetterTemplates,
  tokens: LetterTokens,
): Promise<void> {
  const { storage, origin, clock } = parts;
  const { letters } = storage;
  const { createSender } = await import('./send-letters.ts');
  const composer = createComposer(templates, tokens, { origin, secret: await letters.secret() });
  const meter = createLetterMeter(app, parts);
  await letters.begin(clock());
  const sender = createSender(parts, { settings, composer, meter, log: app.log });
  const stop = new AbortController();
  const tooLate = new AbortController();
  let running: Promise<void> | undefined;
  app.addHook('onListen', async () => {
    app.log.info(
      settings.by === 'files'
        ? `Letters are written to the folder ${settings.folder}.`
        : `Letters are sent by ${settings.server.host}.`,
    );
    running = run();
  });
  app.addHook('preClose', async () => {
    stop.abort();
    void wait(STOP_WITHIN_MS).then(() => tooLate.abort());
  });
  app.addHook('onClose', async () => {
    await Promise.race([running, wait(STOP_WITHIN_MS + STORE_WITHIN_MS)]);
  });

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const wasSender = await letters.asOnlySender(sendForAWhile).catch((error: unknown) => {
        if (!stop.signal.aborted)
          app.log.error({ err: error }, 'Letters could not be read or saved.');
      });
      if (!wasSender) await pause(ASK_EVERY_MS);
    }
  }

  async function sendForAWhile(): Promise<true> {
    const until = performance.now() + SENDER_FOR_MS;
    await letters.begin(clock());
    const interrupted = await letters.markInterrupted();
    if (interrupted > 0) {
      const unclear = 'It is not clear whether some letters were sent, because the site ended.';
      app.log.warn({ letters: interrupted }, unclear);
    }
    while (!stop.signal.aborted && performance.now() < until) {
      const begun = performance.now();
      const isSent = await sender.sendNext(tooLate.signal);
      const read = await letters.queue(clock());
      if (isSent) await pause(begun + sender.paceMs - performance.now());
      else if (read === 0) await pause(LOOK_EVERY_MS);
    }
    return true;
  }

  /** Ends early when the app stops. */
  async function pause(milliseconds: number): Promise<void> {
    await setTimeout(Math.max(0, milliseconds), undefined, { signal: stop.signal }).catch(() => {});
  }
}

/** Does not keep the process running. */
function wait(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds, undefined, { ref: false });
}
