import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { query } from '../../testing/databases/test-databases.ts';
import {
  createTestApp,
  OF_MAIL_PROVIDER,
  TEST_KEY,
  TEST_MAIL_KEY,
  TEST_NOW,
  type TestApp,
} from '../../testing/test-app.ts';

const email = 'ana@x.example';
const CONFIRM =
  'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:1:site&Token=2336412f';

describe('the call for the webhook of a mail provider', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp({ rateLimits: true });
  });
  after(() => site.close());
  beforeEach(async () => {
    for (const table of ['waitlist', 'stopped', 'audit'])
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    await site.storage.waitlist.join(email, TEST_NOW);
  });

  const send = (provider: string, body: unknown, headers: Record<string, string> = {}) =>
    site.app.inject({
      ...{ method: 'POST', url: `/api/mail-events/${provider}`, payload: JSON.stringify(body) },
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
      ...{ Type: 'Notification', MessageId: 'da41e39f', TopicArn: 'arn:aws:sns:eu-west-1:1:site' },
      ...{ Message: typeof event === 'string' ? event : JSON.stringify(event), Signature: 'x' },
    });
  const reasons = async () => {
    const rows = await query(site.databaseUrl, 'SELECT reason FROM stopped ORDER BY reason');
    return rows.map(({ reason }) => ({ 3: 'bounced', 4: 'complained' })[Number(reason)]);
  };

  const bounce = (bounceType: string) => ({
    notificationType: 'Bounce',
    bounce: {
      ...{ bounceType, bounceSubType: 'General', feedbackId: '00000137', timestamp: '2026' },
      bouncedRecipients: [{ emailAddress: email, status: '5.1.1', action: 'failed' }],
    },
    mail: { destination: [email] },
  });
  const complaint = (complaintFeedbackType?: string | null) => ({
    eventType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType },
  });
  const postmark = (RecordType: string, Type?: string) => ({
    ...{ RecordType, Type, Email: email, ID: 42, MessageStream: 'outbound', Details: '' },
  });

  test('counts bounces that are final, and complaints, of each provider, also twice and in another order', async () => {
    for (const [result, ...events] of [
      ['bounced', () => send('postmark', postmark('Bounce', 'HardBounce'))],
      ['complained', () => send('postmark', postmark('SpamComplaint', 'SpamComplaint'))],
      ['bounced', () => sendSes(bounce('Permanent'))],
      ['bounced', () => sendSes({ ...bounce('Permanent'), eventType: 'Bounce' })],
      ['complained', () => sendSes(complaint('abuse'))],
      ['complained', () => sendSes(complaint(null))],
      ['complained', () => sendSes(complaint())],
    ] as const) {
      await query(site.databaseUrl, 'DELETE FROM stopped');
      for (const event of [...events, ...events])
        assert.deepEqual((await event()).json(), { accepted: 1, refused: [] });
      assert.deepEqual(await reasons(), [result]);
    }
    await sendSes(bounce('Permanent'));
    assert.deepEqual(await reasons(), ['bounced', 'complained']);
    const [{ who, act } = {}] = await site.storage.audit.entries();
    assert.deepEqual([who, act], ['mail provider', 'report-returned']);
  });

  test('ignores other events', async () => {
    for (const answer of [
      await send('postmark', postmark('Bounce', 'SoftBounce')),
      await send('postmark', postmark('Bounce', 'Transient')),
      await send('postmark', postmark('Delivery')),
      await send('postmark', { RecordType: 'SubscriptionChange', Recipient: email }),
      await sendSes(bounce('Transient')),
      await sendSes(complaint('not-spam')),
      await sendSes({ eventType: 'Delivery', delivery: { recipients: [email] } }),
      await sendSes('Successfully validated SNS topic for Amazon SES event publishing.'),
      await sendSns({
        Type: 'UnsubscribeConfirmation',
        Message: 'You have…',
        SubscribeURL: CONFIRM,
      }),
    ])
      assert.deepEqual([answer.statusCode, answer.json().accepted], [200, 0]);
    assert.deepEqual(await reasons(), []);
    assert.deepEqual(await site.storage.audit.entries(), []);
  });

  test('shows in the audit the address that confirms a subscription of SNS, and no other address', async () => {
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

  test('refuses other shapes, and counts no wrong address', async () => {
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

  test('asks for the password by basic authentication, and does not accept a key of the app', async () => {
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
    const url = '/api/returned-letters';
    const payload = { email, result: 'bounced' };
    for (const authorization of [
      `Basic ${btoa(`aws:${TEST_MAIL_KEY}`)}`,
      `Bearer ${TEST_MAIL_KEY}`,
    ]) {
      const answer = await site.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization },
      });
      assert.equal(answer.statusCode, 401);
    }
    assert.deepEqual(await reasons(), []);
  });
});
