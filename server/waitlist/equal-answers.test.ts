import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { APP } from '../../contract/audit.ts';
import { calls } from '../../contract/calls.ts';
import { listedScreens } from '../../contract/screens.ts';
import type { Storage } from '../../storage/open.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { takeLetters } from '../../testing/databases/test-mail.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';

/** What may have happened with an address before it signs up. */
const histories: Record<string, (storage: Storage, email: string) => Promise<void>> = {
  new: async () => {},
  known: ask,
  confirmed: async (storage, email) => {
    await ask(storage, email);
    await storage.members.confirm(email, TEST_NOW);
  },
  left: async (storage, email) => {
    await ask(storage, email);
    await storage.members.leave(email, TEST_NOW);
  },
  bounced: async (storage, email) => {
    await ask(storage, email);
    const author = { who: APP, at: TEST_NOW };
    await storage.returnedLetters.report([{ email, result: 'bounced' }], author);
  },
  erased: async (storage, email) => {
    await ask(storage, email);
    await storage.waitlist.erase(email, TEST_NOW);
  },
};

async function ask({ waitlist, letters }: Storage, email: string): Promise<void> {
  await waitlist.join(email, TEST_NOW, { via: undefined });
  await letters.queue(TEST_NOW);
  for (const { id } of await takeLetters(letters, TEST_NOW))
    await letters.finish(id, { state: 'accepted', reply: '', at: TEST_NOW });
}

for (const engine of testEngines) {
  describe(`the answers to a sign-up on ${engine.name}`, () => {
    test('have the same status, headers and bytes, whatever is stored about the address', async () => {
      await using site = await createMailSite({}, await engine.create());
      await site.storage.inviters.put(ANA);
      const links = ['a-friend', '', '"><script>', 'é'.repeat(8)].map((via) => ({ via }));
      for (const [n, link] of [{}, { ref: ANA.id }, ...links].entries()) {
        const names = Object.keys(histories).flatMap((name) => [name, name.toUpperCase()]);
        const emailOf = (name: string) => `${name}-${n}@x.example`;
        for (const name of names)
          await histories[name.toLowerCase()]?.(site.storage, emailOf(name).toLowerCase());
        const answers = await answersTo(site, names.map(emailOf), link);
        assert.equal(answers.size, 1, [...answers].join('\n'));
        assert.match([...answers].join(), /^\[200,.*\[200,/);
      }
      // The control: an address to which no letter can be sent is refused.
      assert.equal((await answersTo(site, ['ana@example.com', 'a,b@example.com'], {})).size, 2);
    });
  });
}

/** The different answers of the call and of the form without script. */
async function answersTo(site: MailSite, emails: readonly string[], link: object) {
  const { method, path } = calls.joinWaitlist;
  const answers = new Set<string>();
  for (const email of emails) {
    const body = { email, ...link };
    const ofCall = await site.app.inject({ method, url: path, payload: body });
    const form = new URLSearchParams(body).toString();
    const ofForm = await site.app.inject({
      method: 'POST',
      url: listedScreens.home,
      payload: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const [one, two] = [ofCall, ofForm].map(
      ({ statusCode, headers: { date: _, ...headers }, rawPayload }) =>
        JSON.stringify([statusCode, headers, hash('sha256', rawPayload)]),
    );
    answers.add(`${one} ${two}`);
  }
  return answers;
}
