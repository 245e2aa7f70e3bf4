import { openStorage } from '../storage/open.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { linksIn } from '../testing/letter-links.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const PEOPLE = 40;
const FORM = 'List-Unsubscribe=One-Click';
const bodies: readonly { type?: string; body?: string }[] = [
  { type: 'application/x-www-form-urlencoded', body: FORM },
  { type: 'application/x-www-form-urlencoded; charset=utf-8', body: FORM },
  {
    type: 'multipart/form-data; boundary=x',
    body: `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
  },
  { type: 'text/plain', body: FORM },
  {},
];

/** Without this property the call accepts only JSON, as all other calls do. */
const onlyJson = weakening('contract/schemas/waitlist.ts', '    ignoresBody: true,\n', '');

export const oneClickLeave: Proof = {
  id: 'L5',
  promise:
    'The "Unsubscribe" of mail programs (RFC 8058) removes exactly the address of the letter, with each kind of body, without a redirect or cookie, and with the same answer for every token.',
  variants: testEngines.map(({ name }) => name),
  run: (name) => leaveByMailProgram(name),
  control: {
    without: 'accepting bodies that are not JSON',
    run: (name) =>
      expectFailure(/^The answers differ: .*415/, () =>
        withWeakened(onlyJson, (program) => leaveByMailProgram(name, program)),
      ),
  },
};

async function leaveByMailProgram(engine: string, program?: string): Promise<string> {
  const mail = await startFakeMailServer();
  const server = await startServer({
    engine,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
      MAIL_FROM: 'hello@impromptu.example',
      RATE_LIMITS: 'off',
    },
    ...(program && { program }),
  });
  try {
    for (let n = 0; n < PEOPLE; n++) {
      await fetch(`${server.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `person-${n}@example.com` }),
      });
    }
    while (mail.letters.length < PEOPLE) await mail.next();
    const answers = new Set<string>();
    let leaving = 0;
    for (const { content, to } of mail.letters) {
      require(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m.test(
        content,
      ), 'A letter has no List-Unsubscribe-Post.');
      const link = linksIn(content).find((address) => address.includes('/api/waitlist/leave/'));
      const path = link?.replace(/^https?:\/\/[^/]+/, '') ?? '';
      const { type, body } = bodies[leaving % bodies.length] ?? {};
      const isLeaving = Number(/\d+/.exec(to[0] ?? '')?.[0]) % 2 === 0;
      const paths = isLeaving ? [path, path] : [`${path}A`, path.slice(0, -3)];
      leaving++;
      for (const one of paths) {
        const answer = await fetch(`${server.url}${one}`, {
          method: 'POST',
          redirect: 'manual',
          ...(type && { headers: { 'content-type': type } }),
          ...(body && { body }),
        });
        const { location, 'set-cookie': cookie } = Object.fromEntries(answer.headers);
        answers.add([answer.status, location, cookie, await answer.text()].join(' '));
      }
    }
    require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
    require([...answers][0]?.startsWith('200 ') === true, `The answer is ${[...answers][0]}`);
    await using storage = await openStorage(server.databaseUrl, 'command');
    const listed = await Array.fromAsync(storage.waitlist.entries());
    const right = listed.every(({ email }) => Number(/\d+/.exec(email)?.[0]) % 2 === 1);
    require(right &&
      listed.length ===
        PEOPLE / 2, `${listed.length} of ${PEOPLE} addresses are still on the waitlist.`);
    return `${2 * PEOPLE} requests with ${bodies.length} kinds of bodies, one answer; ${PEOPLE / 2} of ${PEOPLE} people unsubscribed, and only their addresses were removed`;
  } finally {
    await server.stop();
    await mail.close();
  }
}
