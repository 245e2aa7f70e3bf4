// Longer than usual: one table lists what a mail server can do at each step.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type FakeMailServer, startFakeMailServer } from '../../testing/fakes/fake-mail-server.ts';
import type { Act, Step } from '../../testing/fakes/smtp-script.ts';
import { deliver, type SmtpLimits } from './smtp-delivery.ts';
import type { MailOutcome } from './smtp-outcome.ts';

const LOGIN = { user: 'me', password: 'very secret' };
const MESSAGE = {
  from: 'hello@impromptu.example',
  to: 'ana@example.com',
  content: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
};
/** So long that no test reaches them. */
const LIMITS = { connect: 60_000, greeting: 60_000, reply: 60_000, letter: 60_000 };
const UNCERTAIN = /It may have accepted the letter/;

type Case = [act: Act, outcome: MailOutcome['outcome'], reply?: RegExp];
const silent = { reply: '' };
const closes: Act = { ...silent, afterwards: 'close' };
const resets: Act = { ...silent, afterwards: 'reset' };
const isSilent: Act = { ...silent, afterwards: 'silence' };

/** Of mail servers and providers: a quota or rate of the sender. */
const limits = [
  '450 4.7.1 <ana@example.com>: Recipient address rejected: Quota Exceeded',
  '450 4.7.1 <hello@impromptu.example>: Sender address rejected: Quota Exceeded',
  '454 Throttling failure: Daily message quota exceeded.',
  '454 Throttling failure: Maximum sending rate exceeded.',
  '452 4.5.3 Too many recipients this hour',
  '451 4.7.0 Hourly sending limit reached',
  '421 4.7.28 Our system has detected an unusual rate of mail from your network',
  '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume',
];
/** What looks like that, but is about the recipient. */
const ofRecipient = [
  '452 4.2.2 The recipient’s inbox is over quota',
  '450-4.2.1 The user you are trying to contact is receiving mail at a rate that is too high.\r\n450 4.2.1 Please resend later',
  '452 Mailbox quota exceeded',
  '451 4.7.1 Greylisted, rate limited for 5 minutes',
  '450 4.7.1 Try again later',
];

const cases: Record<Step, Case[]> = {
  CONNECT: [
    [{ reply: '421 4.3.2 Closing' }, 'unreachable', /^The mail server is not ready: 421 4\.3\.2/],
    [{ reply: '550 Go away' }, 'unreachable', /not ready: 550 Go away\.$/],
    [{ reply: 'SSH-2.0-OpenSSH_9.2' }, 'unreachable', /not ready/],
    [closes, 'unreachable', /closed the connection before it was ready/],
    [resets, 'unreachable'],
    [isSilent, 'unreachable', /did not greet in time.*a port for smtps:\/\/ is silent/],
  ],
  EHLO: [
    [{ reply: '421 4.3.2 Closing' }, 'unreachable', /not ready: 421/],
    [{ reply: '550 5.7.1 Not you' }, 'unreachable', /not ready: 500 5\.5\.1 Unknown command\.$/],
    [closes, 'unreachable'],
    [isSilent, 'unreachable', /in time/],
  ],
  STARTTLS: [],
  AUTH: [
    [{ reply: '535 5.7.8 Wrong' }, 'unreachable', /refused the login: 535 5\.7\.8 Wrong\. Check/],
    [{ reply: '454 4.7.0 Try later' }, 'unreachable', /cannot check the login at present: 454/],
    [{ reply: '421 4.7.0 Too many' }, 'unreachable', /421 4\.7\.0/],
    [closes, 'unreachable', /ended without an answer/],
    // Nodemailer handles blank lines so late that the connection has ended before it handles the reply.
    [{ reply: '\r\n\r\n235 2.7.0 Welcome', afterwards: 'close' }, 'unreachable', /ended without/],
    [isSilent, 'unreachable', /did not answer in time/],
  ],
  MAIL: [
    [
      { reply: '550 5.7.1 Not your address' },
      'unreachable',
      /refused the sender hello@impromptu\.example: 550 5\.7\.1 Not your address\. Check MAIL_FROM/,
    ],
    [
      { reply: '451 4.3.0 Try later' },
      'unreachable',
      /refused the sender .*: 451 4\.3\.0 Try later\.?$/,
    ],
    [
      { reply: '450 4.7.1 Error: too much mail from 192.0.2.1' },
      'unreachable',
      /^The mail server takes no more letters from this site at present: 450 4\.7\.1/,
    ],
    [{ reply: '421 4.3.2 Closing', afterwards: 'close' }, 'unreachable', /421/],
    [closes, 'unreachable', /ended without an answer/],
    [resets, 'unreachable', /ended without an answer/],
    [isSilent, 'unreachable', /did not answer in time/],
  ],
  RCPT: [
    [{ reply: '450 4.2.1 Busy' }, 'later', /asks to try later: 450 4\.2\.1 Busy\.$/],
    [{ reply: '451 4.7.1 Greylisted' }, 'later', /Greylisted/],
    ...limits.map(
      (reply): Case => [{ reply }, 'unreachable', /takes no more letters from this site/],
    ),
    ...ofRecipient.map((reply): Case => [{ reply }, 'later']),
    [{ reply: '421 4.3.2 Closing', afterwards: 'close' }, 'unreachable', /421/],
    [{ reply: '550 5.1.1 No such user' }, 'refused', /refused the recipient: 550 5\.1\.1/],
    [{ reply: '554 Relay access denied' }, 'unreachable', /takes no letters to other servers/],
    [{ reply: '530 5.7.0 Log in first' }, 'unreachable', /probably needs a login/],
    [{ reply: '550 5.7.1 ana@example.com... Relaying denied' }, 'unreachable', /needs a login/],
    [{ reply: '554 5.7.1 <ana@example.com>: Relay access denied' }, 'unreachable'],
    [{ reply: '454 4.7.1 <ana@example.com>: Relay access denied' }, 'later'],
    // The word "relay" in an address or a domain does not mean that a login is missing.
    [{ reply: '450 4.1.2 <x@relay.example>: Domain not found' }, 'later', /Domain not found/],
    [{ reply: '550 5.7.1 <a relay@b.example>: Rejected' }, 'later', /refused the recipient/],
    [{ reply: '554 5.7.1 relay@example.com: Rejected' }, 'later'],
    [{ reply: '554 5.7.1 No route to relay.example' }, 'later'],
    [closes, 'unreachable', /ended without an answer\. The content was not begun\.$/],
    [resets, 'unreachable'],
    [isSilent, 'unreachable', /did not answer in time\. The content was not begun\.$/],
  ],
  DATA: [
    [{ reply: '451 4.3.0 Try later' }, 'later', /asks to try later: 451/],
    [{ reply: '421 4.3.2 Closing', afterwards: 'close' }, 'later', /421/],
    [{ reply: '554 5.7.1 Not wanted' }, 'refused', /refused the letter: 554/],
    [closes, 'unreachable', /The content was not begun/],
    [resets, 'unreachable'],
    [isSilent, 'unreachable', /The content was not begun/],
  ],
  CONTENT_BEGUN: [
    [{ reply: '421 4.3.2 Closing', afterwards: 'close' }, 'later', /asks to try later: 421/],
    [{ reply: '552 5.3.4 Too large', afterwards: 'close' }, 'refused', /552/],
    [closes, 'uncertain', UNCERTAIN],
    [resets, 'uncertain', UNCERTAIN],
    [isSilent, 'uncertain', UNCERTAIN],
  ],
  CONTENT: [
    [{}, 'accepted', /^250 2\.0\.0 Accepted\.$/],
    [{ delayMs: 50 }, 'accepted'],
    [{ afterwards: 'close' }, 'accepted'],
    [{ afterwards: 'reset' }, 'accepted'],
    ...limits.map(
      (reply): Case => [{ reply }, 'unreachable', /takes no more letters from this site/],
    ),
    [{ reply: '451 4.3.0 Disk full' }, 'later', /asks to try later: 451 4\.3\.0 Disk full/],
    [{ reply: '421 4.3.2 Closing', afterwards: 'close' }, 'later', /421/],
    [{ reply: '550 5.7.1 Looks like spam' }, 'refused', /refused the letter: 550/],
    [
      { reply: '550 5.7.26 Unauthenticated (DMARC)' },
      'unreachable',
      /Check MAIL_FROM, the records SPF/,
    ],
    [{ reply: '354 Go on' }, 'uncertain', UNCERTAIN],
    [{ reply: 'Thank you' }, 'uncertain', UNCERTAIN],
    [closes, 'uncertain', /ended without an answer\. It may have accepted/],
    [resets, 'uncertain', UNCERTAIN],
    [isSilent, 'uncertain', /did not answer in time\. It may have accepted/],
    [{ ...closes, accepts: true }, 'uncertain', UNCERTAIN],
    [{ ...resets, accepts: true }, 'uncertain', UNCERTAIN],
    [{ ...isSilent, accepts: true }, 'uncertain', UNCERTAIN],
  ],
  QUIT: [
    [{ reply: '550 No' }, 'accepted'],
    [closes, 'accepted'],
    [isSilent, 'accepted'],
  ],
};

describe('a delivery', () => {
  let fake: FakeMailServer;
  before(async () => {
    fake = await startFakeMailServer({ login: LOGIN });
  });
  after(() => fake.close());

  for (const [step, acts] of Object.entries(cases) as [Step, Case[]][]) {
    for (const [act, outcome, reply = /./] of acts) {
      test(`has the outcome ${outcome} after ${JSON.stringify(act)} at ${step}`, async () => {
        const earlier = fake.letters.length;
        fake.play({ [step]: act });
        const tooLate = new AbortController();
        if (act.afterwards === 'silence' && outcome !== 'accepted')
          void fake.reached(step).then(() => tooLate.abort());
        const result = await deliver(fake.server, MESSAGE, LIMITS, tooLate.signal);
        assert.equal(result.outcome, outcome, result.reply);
        assert.match(result.reply, reply);
        assert.ok(result.reply.length <= 400, result.reply);
        const accepted = fake.letters.length - earlier;
        assert.ok(accepted <= (['accepted', 'uncertain'].includes(outcome) ? 1 : 0));
        if (outcome === 'accepted') assert.equal(accepted, 1);
      });
    }
  }

  const refusals: [outcome: MailOutcome['outcome'], ...replies: string[]][] = [
    [
      'refused',
      '550 No such user',
      '550-5.1.1 The account does not exist.\r\n550 5.1.1 Check its spelling.',
      '550 5.1.1 User unknown in relay recipient table',
      '553 5.1.2 No such domain',
      '556 5.1.10 The domain takes no mail',
      '550 5.2.1 The mailbox is disabled',
      '550 Unknown user',
      '550 Recipient address rejected: user not found',
      "550 Requested action not taken: this mailbox doesn't exist",
    ],
    [
      'later',
      '552 5.2.2 The mailbox is full',
      '554 Rejected',
      '550 5.7.1 Access denied',
      '550 5.0.0 No such user',
      '550 <no such user sender spf@b.example>: Rejected',
    ],
    [
      'unreachable',
      '550 Sender verify failed',
      '550-Verification failed for <hello@impromptu.example>\r\n550-No Such User Here\r\n550 Sender verify failed',
      '550 5.1.8 Bad sender',
      '553 5.1.7 Sender address rejected: user unknown',
      '550 5.7.1 Your network is on a blocklist',
      '550 5.7.23 SPF validation failed',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; listed',
      '550 5.4.5 Daily user sending quota exceeded',
      '550 5.7.1 Client host rejected: cannot find your reverse hostname, reverse DNS',
    ],
  ];
  for (const [outcome, ...replies] of refusals) {
    for (const reply of replies) {
      test(`has the outcome ${outcome} after ${JSON.stringify(reply)} to the recipient`, async () => {
        fake.play({ RCPT: { reply } });
        const result = await deliver(fake.server, MESSAGE, LIMITS);
        assert.equal(result.outcome, outcome, result.reply);
        if (result.outcome === 'refused') assert.equal(result.isAddressDead, true);
        if (result.outcome === 'unreachable') assert.equal(result.isOneLetter, true);
        assert.doesNotMatch(result.reply, /[\r\n]/);
      });
    }
  }
});

test('the site greets with its own name', async () => {
  let greeting = '';
  const listener = createServer((socket) => {
    socket.end('220 mail.example\r\n').once('data', (data) => {
      greeting = String(data);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const server = { host: '127.0.0.1', port, tls: 'none', login: undefined } as const;
  await deliver({ ...server, greetsAs: 'impromptu.example' }, MESSAGE, LIMITS);
  listener.close();
  assert.equal(greeting, 'EHLO impromptu.example\r\n');
});

describe('a delivery ends in time', () => {
  let fake: FakeMailServer;
  before(async () => {
    fake = await startFakeMailServer();
  });
  after(() => fake.close());

  const limits: [name: keyof SmtpLimits, step: Step, act: Act][] = [
    ['greeting', 'CONNECT', { reply: '', afterwards: 'silence' }],
    ['greeting', 'CONNECT', { reply: '', afterwards: 'drip' }],
    ['reply', 'EHLO', { reply: '', afterwards: 'silence' }],
    ['reply', 'MAIL', { reply: '', afterwards: 'silence' }],
    ['letter', 'EHLO', { reply: '', afterwards: 'drip' }],
    ['letter', 'MAIL', { reply: '', afterwards: 'drip' }],
    ['letter', 'MAIL', { reply: '', afterwards: 'silence' }],
  ];
  for (const [name, step, act] of limits) {
    test(`by the limit of the ${name} after ${act.afterwards} at ${step}`, async () => {
      fake.play({ [step]: act });
      const result = await deliver(fake.server, MESSAGE, { ...LIMITS, [name]: 100 });
      assert.equal(result.outcome, 'unreachable');
      assert.match(result.reply, /in time/);
    });
  }
});
