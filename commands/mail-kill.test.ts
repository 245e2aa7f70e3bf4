import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { MOST_AT_ONCE } from '../server/mail/send-letters.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { Dice } from '../testing/dice.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { killWhileSending } from '../testing/load/letter-kills.ts';
import { signUp } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';

const KILLS = 5;

for (const engine of testEngines) {
  test(`after ${KILLS} kills while letters are sent, no letter is lost or was sent twice, on ${engine.name}`, async (t) => {
    const report = await killWhileSending(engine, { letters: 60, kills: KILLS, dice: new Dice(5) });
    t.diagnostic(JSON.stringify(report));
    assert.equal(report.kills, KILLS);
    assert.equal(report.receivedTwice, 0);
    assert.equal(report.lost, 0);
    assert.equal(report.neverReceived, 0);
    assert.ok(report.uncertain <= MOST_AT_ONCE * KILLS);
    assert.ok(report.received >= 60 - MOST_AT_ONCE * KILLS);
  });
}

/** Not on SQLite: several instances of the site can share only a database that has a server. */
for (const engine of testEngines.filter(({ name }) => name !== 'SQLite')) {
  test(`another instance sends within a minute after the sender was killed, on ${engine.name}`, async (t) => {
    const database = await engine.create();
    const mail = await startFakeMailServer();
    const env = {
      DATABASE_URL: database.url,
      SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
      MAIL_FROM: 'hello@impromptu.example',
    };
    const agent = new Agent();
    const sender = await startServer({ env });
    let arrives = mail.next();
    await signUp(sender.url, agent, 'ana@example.com');
    await arrives;
    const other = await startServer({ env });
    t.after(async () => {
      agent.destroy();
      await other.stop();
      await mail.close();
      await database.remove();
    });
    await sender.kill();
    arrives = mail.next();
    const killed = performance.now();
    await signUp(other.url, agent, 'ben@example.com');
    assert.deepEqual((await arrives).to, ['ben@example.com']);
    const seconds = (performance.now() - killed) / 1_000;
    t.diagnostic(`after ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 60);
  });
}
