import type { App, AppParts } from '../app-parts.ts';
import type { Build } from '../pages/build.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import { createComposer } from './compose-letter.ts';
import { createLetterMeter } from './letter-meter.ts';
import type { LetterTokens } from './letter-tokens.ts';
import { startMailer } from './mailer.ts';
import { createSender } from './send-letters.ts';

/** Starts the mailer, and loads Nodemailer, which a site without letters does not need. */
export async function openMail(
  app: App,
  parts: AppParts,
  settings: MailSettings,
  templates: Build['mail']['templates'],
  tokens: LetterTokens,
): Promise<void> {
  const { storage, origin, clock } = parts;
  const { openTransport } = await import('./mail-transport.ts');
  const transport = await openTransport(settings);
  const secret = await storage.mail.secret();
  const composer = createComposer(templates, tokens, { origin, secret });
  const meter = createLetterMeter(app, clock);
  await storage.mail.begin(clock());
  const { log } = app;
  const sender = createSender(parts, { settings, composer, transport, meter, log });
  startMailer(app, parts, meter, sender);
  app.addHook('onListen', async () => log.info(describe(settings)));
}

function describe(settings: MailSettings): string {
  return settings.by === 'files'
    ? `Letters are written to the folder ${settings.folder}.`
    : `Letters are sent by ${settings.server.host}.`;
}
