import { setTimeout } from 'node:timers/promises';
import { openStorage } from '../../storage/open.ts';
import type { TestEngine } from '../databases/test-engine.ts';
import type { Dice } from '../dice.ts';
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts';
import { type ServerProcess, startServer } from '../server-process.ts';

/** A site is killed at most this long after it has begun to send. In this time it sends some letters. */
const MOST_DELAY_MS = 80;
/** If a site has not connected to the mail server this long after its start, it has no letters to send. */
const NOTHING_TO_SEND_AFTER_MS = 5_000;
const LOOK_AGAIN_MS = 50;

export interface LetterKillReport {
  kills: number;
  letters: number;
  /** Addresses for which the mail server accepted a letter. */
  received: number;
  /** Addresses for which the mail server accepted more than one letter. */
  receivedTwice: number;
  unclear: number;
  /** Letters that were not received and are not listed as unclear. */
  lost: number;
  /** Letters that are listed as sent and were not received. */
  neverReceived: number;
}

/**
 * Kills a site again and again while it sends a letter to each of many addresses, and then lets it send the remaining
 * letters. The mail server runs in this process, and is not killed.
 *
 * @param program a changed copy of the program; undefined for the program itself
 */
export async function killWhileSending(
  engine: TestEngine,
  {
    letters,
    kills,
    dice,
    program,
  }: { letters: number; kills: number; dice: Dice; program?: string },
): Promise<LetterKillReport> {
  const database = await engine.create();
  const mail = await startFakeMailServer();
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_HOUR: '999999',
    MAIL_PER_DAY: '999999',
  };
  const start = () => startServer({ env, ...(program && { program }) });
  let server: ServerProcess | undefined;
  try {
    await signUp(database.url, letters);
    let killed = 0;
    while (killed < kills) {
      const connects = mail.reached('CONNECT').then(() => true);
      server = await start();
      const isSending = await Promise.race([connects, setTimeout(NOTHING_TO_SEND_AFTER_MS, false)]);
      if (!isSending) break;
      await setTimeout(dice.upTo(MOST_DELAY_MS));
      await server.kill();
      killed++;
    }
    await server?.kill();
    server = await start();
    await untilSettled(database.url, letters);
    return { kills: killed, letters, ...(await audit(database.url, mail)) };
  } finally {
    await server?.stop();
    await mail.close();
    await database.remove();
  }
}

async function signUp(url: string, letters: number): Promise<void> {
  await using storage = await openStorage(url, 'server');
  const now = Date.now();
  const asked = { via: undefined };
  await Promise.all(
    Array.from({ length: letters }, (_, n) =>
      storage.waitlist.join(`person-${n}@example.com`, now, asked),
    ),
  );
}

/** Resolves when every letter was queued, and none is waiting or being sent. */
async function untilSettled(url: string, letters: number): Promise<void> {
  await using storage = await openStorage(url, 'command');
  for (;;) {
    const { sent, refused, unclear } = (await storage.letters.figures()).states;
    if (sent + refused + unclear === letters) return;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

async function audit(url: string, mail: FakeMailServer) {
  const received = new Map<string, number>();
  for (const to of mail.letters.flatMap((letter) => letter.to)) {
    received.set(to, (received.get(to) ?? 0) + 1);
  }
  await using storage = await openStorage(url, 'command');
  const all = await storage.letters.list({ limit: Number.MAX_SAFE_INTEGER });
  return {
    received: received.size,
    receivedTwice: [...received.values()].filter((times) => times > 1).length,
    unclear: all.filter(({ state }) => state === 'unclear').length,
    lost: all.filter(({ email, state }) => !received.has(email) && state !== 'unclear').length,
    neverReceived: all.filter(({ email, state }) => state === 'sent' && !received.has(email))
      .length,
  };
}
