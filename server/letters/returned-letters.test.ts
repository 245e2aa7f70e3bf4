import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MAX_RETURNED_PER_CALL } from '../../contract/mail.ts';
import { query } from '../../testing/databases/test-databases.ts';
import {
  createTestApp,
  OF_MAIL_PROVIDER,
  siteForSuite,
  TEST_KEY,
  TEST_MAIL_KEY,
  TEST_NOW,
} from '../../testing/test-app.ts';

const email = 'ana@x.example';
const CONFIRM =
  'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:1:site&Token=2336412f';

describe('the calls for letters that came back', () => {
  const site = siteForSuite(() => createTestApp({ rateLimits: true }));
  beforeEach(async () => {
    for (const table of ['waitlist', 'stopped', 'audit'])
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    await site.storage.waitlist.join(email, TEST_NOW);
  });

  const send = (provider: string, body: unknown, headers: Record<string, string> = {}) =>
    site.app.inject({
      method: 'POST',
      url: `/api/mail-events/${provider}`,
      payload: JSON.stringify(body),
      headers: {
        authorization: OF_MAIL_PROVIDER,
        'content-type': 'application/json',
        ...headers,
      },
    });
  /** Amazon SNS sends JSON as text/plain. */
  const sendSns = (body: unknown) =>
    send('amazon-ses', body, { 'content-type': 'text/plain; charset=UTF-8' });
  const sendSes = (event: object | string) =>
    sendSns({
      Type: 'Notification',
      MessageId: 'da41e39f',
      TopicArn: 'arn:aws:sns:eu-west-1:1:site',
      Message: typeof event === 'string' ? event : JSON.stringify(event),
      Signature: 'x',
    });
  const report = (payload: object, authorization = `Bearer ${TEST_KEY}`) =>
    site.app.inject({
      method: 'POST',
      url: calls.reportReturned.path,
      payload,
      headers: { authorization },
    });
  const reasons = async () => {
    const rows = await query(site.databaseUrl, 'SELECT reason FROM stopped ORDER BY reason');
    return rows.map(({ reason }) => ({ 3: 'bounced', 4: 'complained' })[Number(reason)]);
  };

  const bounce = (bounceType: string) => ({
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'General',
      feedbackId: '00000137',
      timestamp: '2026',
      bouncedRecipients: [{ emailAddress: email, status: '5.1.1', action: 'failed' }],
    },
    mail: { destination: [email] },
  });
  const complaint = (complaintFeedbackType?: string | null) => ({
    eventType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType },
  });
  const postmark = (RecordType: string, Type?: string) => ({
    RecordType,
    Type,
    Email: email,
    ID: 42,
    MessageStream: 'outbound',
    Details: '',
  });

  const subscribed = 'Successfully validated SNS topic for Amazon SES event publishing.';
  /** What each event says of the address, if anything. */
  const events: [results: string[], event: () => ReturnType<typeof send>][] = [
    [['bounced'], () => send('postmark', postmark('Bounce', 'HardBounce'))],
    [['complained'], () => send('postmark', postmark('SpamComplaint', 'SpamComplaint'))],
    [[], () => send('postmark', postmark('Bounce', 'SoftBounce'))],
    [[], () => send('postmark', postmark('Bounce', 'Transient'))],
    [[], () => send('postmark', postmark('Delivery'))],
    [[], () => send('postmark', { RecordType: 'SubscriptionChange', Recipient: email })],
    [['bounced'], () => sendSes(bounce('Permanent'))],
    [['bounced'], () => sendSes({ ...bounce('Permanent'), eventType: 'Bounce' })],
    [['complained'], () => sendSes(complaint('abuse'))],
    [['complained'], () => sendSes(complaint(null))],
    [['complained'], () => sendSes(complaint())],
    [[], () => sendSes(bounce('Transient'))],
    [[], () => sendSes(complaint('not-spam'))],
    [[], () => sendSes({ eventType: 'Delivery', delivery: { recipients: [email] } })],
    [[], () => sendSes(subscribed)],
    [[], () => sendSns({ Type: 'UnsubscribeConfirmation', Message: '', SubscribeURL: CONFIRM })],
  ];

  test('count what providers say of final bounces and complaints, also twice, and ignore other events', async () => {
    for (const [results, event] of events) {
      for (const table of ['stopped', 'audit'])
        await query(site.databaseUrl, `DELETE FROM ${table}`);
      for (const _ of [1, 2])
        assert.deepEqual((await event()).json(), { accepted: results.length, refused: [] });
      assert.deepEqual(await reasons(), results);
      const acts = (await site.storage.audit.entries()).map(({ who, act }) => `${who} ${act}`);
      const once = results.map(() => 'mail provider report-returned');
      assert.deepEqual(acts, once);
    }
  });

  test('show in the audit the address that confirms a subscription of SNS, and no other address', async () => {
    const confirm = (SubscribeURL: string) =>
      sendSns({ Type: 'SubscriptionConfirmation', Message: 'You have…', SubscribeURL });
    for (const url of [
      'http://sns.eu-west-1.amazonaws.com/?Token=1',
      'https://sns.eu-west-1.amazonaws.com.evil.example/',
      'https://sns.eu-west-1.amazonaws.com:8443/',
      'https://evil.example/sns.eu-west-1.amazonaws.com',
      'https://ana@evil.example/',
      'javascript:alert(1)',
    ])
      assert.equal((await confirm(url)).statusCode, 400, url);
    assert.equal((await confirm(CONFIRM)).statusCode, 200);
    const entries = await site.storage.audit.entries();
    assert.deepEqual(
      entries.map(({ act, detail }) => [act, detail]),
      [['confirm-reports', CONFIRM]],
    );
  });

  test('refuse other shapes, and count no wrong address', async () => {
    for (const answer of [
      ...(await Promise.all(
        [{}, [], null, 'x', { RecordType: 7 }].map((b) => send('postmark', b)),
      )),
      await send('postmark', { RecordType: 'SpamComplaint' }),
      ...(await Promise.all([{}, [], { Type: 'Notification' }].map((b) => sendSns(b)))),
      await sendSes('{"notificationType":'),
      await sendSes({ notificationType: 'Bounce', bounce: { bounceType: 'Permanent' } }),
      await sendSes({ notificationType: 'Complaint' }),
      await sendSes({}),
    ]) {
      assert.equal(answer.statusCode, 400);
      assert.match(answer.json().error, /^The request body is not an event as \S+ documents it\.$/);
    }
    const event = { ...postmark('SpamComplaint'), Email: 'not an address' };
    const { accepted, refused } = (await send('postmark', event)).json();
    assert.deepEqual([accepted, refused.length], [0, 1]);
    assert.equal((await send('mailgun', {})).statusCode, 404);
    assert.equal((await send('toString', {})).statusCode, 404);
    assert.equal((await send('postmark', { a: 'x'.repeat(300_000) })).statusCode, 413);
    assert.equal((await send('postmark', {}, { 'content-type': 'text/csv' })).statusCode, 415);
    assert.deepEqual(await reasons(), []);
  });

  test('ask a provider for the password by basic authentication, and do not accept a key of the app', async () => {
    const event = postmark('SpamComplaint');
    for (const authorization of [
      '',
      `Bearer ${TEST_MAIL_KEY}`,
      `Basic ${btoa(`${TEST_MAIL_KEY}:`)}`,
      `Basic ${btoa(TEST_MAIL_KEY)}`,
      `Basic ${btoa(`aws:${TEST_KEY}`)}`,
    ]) {
      const answer = await send('postmark', event, { authorization });
      assert.equal(answer.statusCode, 401, authorization);
      assert.equal(answer.headers['www-authenticate'], 'Basic realm="mail events"');
      assert.match(answer.json().error, /^This call is for the mail provider/);
    }
    for (const key of [`Basic ${btoa(`aws:${TEST_MAIL_KEY}`)}`, `Bearer ${TEST_MAIL_KEY}`])
      assert.equal((await report({ email, result: 'bounced' }, key)).statusCode, 401);
    assert.deepEqual(await reasons(), []);
  });

  test('answer the app the same for every address, and store nothing of unknown ones', async () => {
    for (const one of ['unknown@x.example', 'ANA@x.example', email, 'ana@example']) {
      const answer = await report({ email: one, result: 'bounced' });
      assert.deepEqual(answer.json(), { accepted: 1, refused: [] }, one);
    }
    assert.deepEqual(await reasons(), ['bounced']);
    assert.equal((await report([{ email, result: 'complained' }])).statusCode, 200);
    assert.deepEqual(await reasons(), ['bounced', 'complained']);
    const [{ who, act } = {}] = await site.storage.audit.entries();
    assert.deepEqual([who, act], ['app', 'report-returned']);
  });

  test('refuse wrong reports one by one, and long lists', async () => {
    const list = [
      { email, result: 'complained' },
      { email, result: 'opened' },
      { email: 'nobody', result: 'bounced' },
    ];
    const { accepted, refused } = (await report(list)).json();
    assert.deepEqual([accepted, refused[0].index, refused[1].index], [1, 1, 2]);
    assert.match(refused[0].error, /result is neither "bounced" nor "complained"\.$/);
    assert.match(refused[1].error, /^Please check this address/);
    assert.deepEqual(await reasons(), ['complained']);
    const one = { email: 'nobody@x.example', result: 'bounced' };
    assert.equal((await report(Array(MAX_RETURNED_PER_CALL).fill(one))).statusCode, 200);
    for (const wrong of [[], Array(MAX_RETURNED_PER_CALL + 1).fill(one)])
      assert.equal((await report(wrong)).statusCode, 400);
  });
});
