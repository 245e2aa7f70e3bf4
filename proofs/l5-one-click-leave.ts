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
    'The "Unsubscribe" of mail programs (RFC 8058) removes exactly the address of the letter, with each kind of body, without a redirect or cookie, and with the same answer whether the address is listed or has left. A cut link gets 410.',
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
    const [answers, answersToCut] = [new Set<string>(), new Set<string>()];
    for (const [index, { content, to }] of mail.letters.entries()) {
      require(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m.test(
        content,
      ), 'A letter has no List-Unsubscribe-Post.');
      const link = linksIn(content).find((address) => address.includes('/api/waitlist/leave/'));
      const path = link?.replace(/^https?:\/\/[^/]+/, '') ?? '';
      const isLeaving = Number(/\d+/.exec(to[0] ?? '')?.[0]) % 2 === 0;
      const [paths, seen] = isLeaving
        ? [[path, path], answers]
        : [[`${path}A`, path.slice(0, -3)], answersToCut];
      const body = bodies[index % bodies.length];
      for (const one of paths) seen.add(await press(`${server.url}${one}`, body));
    }
    requireOne(answers, 200);
    requireOne(answersToCut, 410);
    await using storage = await openStorage(server.databaseUrl, 'command');
    const listed = await Array.fromAsync(storage.waitlist.entries());
    const right = listed.every(({ email }) => Number(/\d+/.exec(email)?.[0]) % 2 === 1);
    require(right &&
      listed.length ===
        PEOPLE / 2, `${listed.length} of ${PEOPLE} addresses are still on the waitlist.`);
    return `${2 * PEOPLE} requests with ${bodies.length} kinds of bodies, one answer to whole links and one to cut links; ${PEOPLE / 2} of ${PEOPLE} people unsubscribed, and only their addresses were removed`;
  } finally {
    await server.stop();
    await mail.close();
  }
}

/** @returns the answer as a text: status, location, cookie and body */
async function press(link: string, { type, body }: (typeof bodies)[number] = {}): Promise<string> {
  const answer = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    ...(type && { headers: { 'content-type': type } }),
    ...(body && { body }),
  });
  const { location, 'set-cookie': cookie } = Object.fromEntries(answer.headers);
  return [answer.status, location, cookie, await answer.text()].join(' ');
}

/** @param answers texts that begin with the status; their location and cookie are empty */
function requireOne(answers: ReadonlySet<string>, status: number): void {
  require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
  require([...answers].every((answer) =>
    answer.startsWith(`${status}   {`),
  ), `The answer is not ${status}: ${[...answers].join()}`);
}
