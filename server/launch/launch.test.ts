import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { KEEP_PATH } from '../../contract/screens.ts';
import { becomesTrue } from '../../testing/databases/own-time.ts';
import { query } from '../../testing/databases/test-databases.ts';
import {
  addressOf,
  confirm,
  DUE,
  IOS,
  join,
  PLAY,
  pass,
  STORE,
  sendLaunch,
  start,
} from '../../testing/databases/test-launch.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { adminOf } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW } from '../../testing/test-app.ts';

const PHONE = '+15550001111';
const AUTHOR = { who: PHONE, at: TEST_NOW };
const ANA = addressOf('ana');
const LAUNCH = { subject: 'We are live', words: 'Come in.', kind: 'launch', most: 1 };
const ON_IOS = { ios: 'launched', iosLink: STORE } as const;

test('the launch closes the waitlist once both platforms are launched, also for people who left before, and were asked again', async () => {
  await using site = await createMailSite();
  const { storage, tokens, app } = site;
  await confirm(storage, ['left'], TEST_NOW - 1);
  await storage.members.leave(addressOf('left'), TEST_NOW);
  await storage.waitlist.join(addressOf('left'), TEST_NOW, { via: undefined });
  await storage.letters.queue(TEST_NOW);
  const token = tokens.make('confirm', addressOf('left'));
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const join = () => post(calls.joinWaitlist.path, { email: 'late@example.com' });
  const comeBack = () => post(calls.confirmSignUp.path, { token });
  const state = async () => (await post(calls.getPosition.path, { token })).json().state;
  assert.equal(await state(), 'asked');
  const onBoth = { ...ON_IOS, android: 'launched', androidLink: PLAY } as const;
  await storage.availability.change(onBoth, AUTHOR);
  // The server follows.
  await becomesTrue(async () => (await join()).statusCode === 410, 5_000);
  for (const answer of [await join(), await comeBack()])
    assert.match(answer.json().error, /^The app is out, so the waitlist is closed/);
  assert.equal(await state(), 'left');
  await storage.availability.undo(AUTHOR);
  await becomesTrue(async () => (await join()).statusCode === 200, 5_000);
  assert.equal((await comeBack()).json().state, 'confirmed');
});

test('the launch goes from the letter to the deletion: letters and panel name the same day', async () => {
  await using site = await createMailSite();
  const { storage, databaseUrl, origin } = site;
  const admin = await adminOf(site, PHONE);
  await confirm(storage, ['ana'], TEST_NOW - 1);
  await join(storage, ['never'], TEST_NOW - 1);
  await storage.audit.record(AUTHOR, 'test-mailing');
  const act = (act: string, people = 2) => admin(calls.actOnLaunch, { act, people });
  const write = (call: typeof calls.previewMailing | typeof calls.sendMailing) =>
    admin(call, { ...LAUNCH, ...(call === calls.sendMailing && { people: 1 }) });
  for (const call of [calls.previewMailing, calls.sendMailing])
    assert.match((await write(call)).json().error, /^A launch letter needs a store link: first/);
  await storage.availability.change(ON_IOS, AUTHOR);
  assert.equal((await act('ask', 1)).json().act, null);
  const { html, text } = (await write(calls.previewMailing)).json();
  for (const part of [html, text]) {
    assert.match(part, /Otherwise .* We’ll delete it, not before July 14, 2025\./);
    assert.match(part, new RegExp(`${origin}${KEEP_PATH}/[\\w-]{40,}`));
    assert.ok(part.includes(STORE) && part.includes('Keep me for Android'));
    assert.doesNotMatch(part, /play\.google|\{\{/);
  }
  assert.equal((await write(calls.sendMailing)).statusCode, 200);
  assert.match((await act('start')).json().error, /^Nothing was done, because the launch or/);
  await query(databaseUrl, 'UPDATE letter SET state = 2 WHERE mailing IS NOT NULL');
  await query(databaseUrl, `UPDATE mailing SET ended_at = ${TEST_NOW}`);
  const { state, figures, ...seen } = (await admin(calls.getLaunch)).json();
  const day = { day: '2025-07-14', canMove: true };
  assert.deepEqual(seen, { act: 'start', people: 2, neverTold: 1, ...day });
  assert.match(state, /^Launch 1 of June 14, 2025\. Nothing is deleted before an admin/);
  const shown = figures.map(({ text }: { text: string }) => text);
  assert.deepEqual(shown, ['Jul 14, 2025', '2', '1', '1', '0']);
  assert.equal(figures[3].note, 'never confirmed: 1, not sent yet or refused: 0');
  const moved = (await admin(calls.moveDeletion, { day: '2025-07-20' })).json();
  assert.equal(moved.figures[0].text, 'Jul 20, 2025');
  assert.match((await write(calls.previewMailing)).json().text, /not before July 20, 2025/);
  const started = (await act('start')).json();
  assert.equal(started.act, 'stop');
  assert.ok(started.state.includes(`set for its day, by ${PHONE} on June 14, 2025. It can be`));
  assert.equal((await act('stop')).json().act, 'start');
});

test('without mail the panel asks no person to confirm, and goes on once people were told in another way', async () => {
  await using site = await createTestApp();
  const admin = await adminOf(site, PHONE);
  await join(site.storage, ['ana'], TEST_NOW - 1);
  const { state, act } = (await admin(calls.getLaunch)).json();
  assert.equal(act, null);
  assert.match(state, /^No launch has begun\..* run “\.\/site launch told”/);
  assert.equal((await admin(calls.actOnLaunch, { act: 'ask', people: 1 })).statusCode, 409);
  await site.storage.launch.tellElsewhere(TEST_NOW, IOS, AUTHOR);
  const told = (await admin(calls.getLaunch)).json();
  assert.equal(told.act, 'start');
  assert.equal(told.figures[3].note, 'told elsewhere');
});

test('the link to be kept opens a page that names the day, and keeps the person only once its button is pressed', async () => {
  await using site = await createMailSite();
  const { storage, tokens, app, databaseUrl } = site;
  await confirm(storage, ['ana'], TEST_NOW - 1);
  const token = tokens.make('keep', ANA);
  const visit = (token: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ url: `${KEEP_PATH}/${token}`, method });
  const keptAt = async () =>
    (await query(databaseUrl, 'SELECT kept_at FROM waitlist'))[0]?.['kept_at'];
  await storage.availability.change(ON_IOS, AUTHOR);
  // The pages follow.
  const hasPage = async () => (await visit(token)).body.includes('Waiting for Android?');
  await becomesTrue(hasPage, 5_000);
  assert.ok(!(await visit(token)).body.includes('Otherwise'));
  await storage.launch.tellElsewhere(site.clock(), IOS, AUTHOR);
  await visit(token, 'HEAD');
  const { body } = await visit(token);
  assert.ok(body.includes('Otherwise we’ll delete it, not before July 14, 2025.'));
  assert.doesNotMatch(body, /\{\{/);
  assert.equal(await keptAt(), null);
  assert.match((await visit(token, 'POST')).body, /We’ll write again\./);
  assert.equal(await keptAt(), site.clock());
  // Also while no platform is launched, for example after an undo.
  await storage.availability.undo(AUTHOR);
  const isForLaunch = async () => (await visit(token)).body.includes('address for the launch');
  await becomesTrue(isForLaunch, 5_000);
  const others = (['leave', 'confirm'] as const).map((purpose) => tokens.make(purpose, ANA));
  for (const cut of [token.slice(0, -6), 'x', ...others])
    assert.equal((await visit(cut, 'POST')).statusCode, 410);
});

test('from the letter to the deletion the log and the audit have no address, and no link of a letter', async () => {
  let now = TEST_NOW;
  await using site = await createMailSite({ clock: () => now });
  const { storage, app, tokens, lines } = site;
  await confirm(storage, ['ana', 'ben'], now - 1);
  await sendLaunch(storage, now);
  now += DAY_MS;
  await site.listen();
  await becomesTrue(async () => (await storage.mailings.find())?.endedAt !== null, 20_000);
  assert.equal((await storage.mailings.find())?.letters.accepted, 2);
  const keep = tokens.make('keep', addressOf('ben'));
  const press = () => app.inject({ method: 'POST', url: `${KEEP_PATH}/${keep}` });
  // The pages follow the change of the app.
  await becomesTrue(async () => (await press()).statusCode === 200, 5_000);
  await start(storage, now);
  await pass(storage, now, DUE);
  assert.equal((await storage.launch.figures()).newest?.deleted, 1);
  const log = `${lines.join('\n')}${JSON.stringify(await storage.audit.entries())}`;
  assert.match(log, /Letters are written/);
  for (const secret of [ANA, addressOf('ben'), keep]) assert.ok(!log.includes(secret), secret);
});
