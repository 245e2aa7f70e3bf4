import { type ComposedLetter, toMessage } from '../server/letters/mail-message.ts';
import { deliver, USUAL_LIMITS } from '../server/letters/smtp-delivery.ts';
import type { SmtpServer } from '../server/settings/mail-settings.ts';
import { type FakeMailServerOptions, startFakeMailServer } from './fakes/fake-mail-server.ts';
import type { Acts } from './fakes/smtp-script.ts';

const SENDER = { name: 'Zoë’s Impromptu', address: 'hello@impromptu.example' };
export const FROM = `${SENDER.name} <${SENDER.address}>`;
export const LOGIN = { user: 'me@mail.example', password: 'very secret: é' };
export const LETTER: ComposedLetter = {
  to: 'ana@example.com',
  subject: 'Is this you? – Öffne mich',
  html: '<p>Hello – from us</p>\n',
  text: 'Hello – from us\n.a line with a dot\n..and two\n.\n',
  messageId: '<0123@impromptu.example>',
  headers: {
    'List-Unsubscribe': `<https://impromptu.example/api/waitlist/leave/${'t'.repeat(200)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};

interface Sending {
  letter?: ComposedLetter;
  changes?: Partial<SmtpServer>;
  acts?: Acts;
}

/** Sends a letter to a new fake mail server. The client uses the server's settings, except those in `changes`. */
export async function sendToFake(
  options: FakeMailServerOptions,
  { letter = LETTER, changes = {}, acts }: Sending = {},
) {
  const fake = await startFakeMailServer(options);
  fake.play(acts);
  try {
    return { ...(await sendTo({ ...fake.server, ...changes }, letter)), letters: fake.letters };
  } finally {
    await fake.close();
  }
}

export async function sendTo(server: SmtpServer, letter = LETTER, limits = USUAL_LIMITS) {
  return await deliver(server, await toMessage(letter, SENDER), limits);
}
