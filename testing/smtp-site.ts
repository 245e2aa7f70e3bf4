import type { TestContext } from 'node:test';
import {
  type FakeMailServer,
  type FakeMailServerOptions,
  startFakeMailServer,
} from './fakes/fake-mail-server.ts';
import { createMailSite, type MailSite } from './mail-site.ts';
import { TEST_NOW } from './test-app.ts';

/** A site that sends its letters to a fake mail server, and whose clock only the test moves. */
export interface SmtpSite {
  site: MailSite;
  mail: FakeMailServer;
  later(milliseconds: number): void;
}

/** Both end with the test. The mailer tries to send a letter every 29 ms. */
export async function openSmtpSite(
  t: TestContext,
  options: FakeMailServerOptions = {},
): Promise<SmtpSite> {
  const mail = await startFakeMailServer(options);
  const budget = { perHour: 100_000, perDay: 1_000_000 };
  let now = TEST_NOW;
  const site = await createMailSite({
    clock: () => now,
    mail: { by: 'smtp', server: mail.server, from: 'hello@impromptu.example', budget },
  });
  t.after(async () => {
    await site.close();
    await mail.close();
  });
  return {
    site,
    mail,
    later(milliseconds) {
      now += milliseconds;
    },
  };
}
