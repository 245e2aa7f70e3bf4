import type { Command } from 'commander';
import { CommandRefusal, tell } from './command.ts';

export function addNotices(program: Command): void {
  program
    .command('notices')
    .description('Test the notices to the team.')
    .command('test')
    .description('Send one notice now to NOTIFY_URL and DIGEST_TO, and say what has become of it.')
    .addHelpText('after', '\n"Notices" in docs/operations.md says what the site tells, and when.')
    .action(test);
}

async function test(): Promise<void> {
  const { readMailSettings, readOrigin, readValues } = await import(
    '../server/settings/read-settings.ts'
  );
  const { hasReceivers, sendNotice } = await import('../server/notices/send-notice.ts');
  const { nameOfSite, TOLD_FROM_HOUR } = await import('../server/notices/untold.ts');
  const mail = readMailSettings(process.env);
  const receivers = { ...readValues(process.env, ['notifyUrl', 'digestTo']), mail };
  if (!hasReceivers(receivers))
    throw new CommandRefusal(
      'The site sends no notices, because neither NOTIFY_URL nor DIGEST_TO is set.',
    );
  if (receivers.digestTo && !mail)
    throw new CommandRefusal('DIGEST_TO needs a mail server, but SMTP_URL is not set.');
  const sentence = `${nameOfSite(readOrigin(process.env))}: this is a test. Here you read each day after ${TOLD_FROM_HOUR}:00 (UTC) what has happened on the day before, if anything has.`;
  tell(`At ${new Date().toISOString()}: ${sentence}`);
  const deliveries = await sendNotice(receivers, sentence);
  for (const { to, outcome, reply } of deliveries) tell(`${to}: ${outcome}. ${reply}`);
  if (deliveries.some(({ outcome }) => outcome !== 'accepted'))
    throw new CommandRefusal('A notice was not delivered.');
}
