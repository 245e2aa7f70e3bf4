import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inviterColumns } from '../../contract/analytics.ts';
import { signInErrors } from '../../contract/identity.ts';
import { invitation, withArticle } from '../../contract/link-previews.ts';
import { NOT_FOUND_TEXT } from '../../contract/screens.ts';
import { platformsNote } from '../design/offer-texts.ts';
import { BACK_TO_HOME, tooManyRequests } from '../design/screen-texts.ts';
import { EMAIL_PLACEHOLDER, joinButton, waitlistToasts } from '../design/waitlist-texts.ts';
import { signInTexts } from './analytics/analytics-texts.ts';
import { analyticsErrors, dashboardTexts } from './analytics/parts/dashboard-texts.ts';
import {
  appInvite,
  downloadButton,
  eventInvite,
  invalidInvite,
  plainInvite,
} from './invite/invite-texts.ts';

/**
 * The messages are literals here. The other tests compare a screen with the constants that the screen itself shows, so
 * they would accept a misspelled constant.
 */
test('each message is written as the specification has it', () => {
  assert.deepEqual(waitlistToasts.invalidEmail, {
    variant: 'destructive',
    title: 'Invalid email',
    description: 'Please enter a valid email address',
  });
  assert.deepEqual(waitlistToasts.failed, {
    variant: 'destructive',
    title: 'Something went wrong',
    description: "We couldn't add you to the waitlist. Please try again.",
  });
  const joined = waitlistToasts.joined('Impromptu');
  assert.equal(joined.title, 'Success!');
  assert.equal(
    joined.description,
    "You've been added to our waitlist. We'll update you when Impromptu goes live!",
  );
  assert.equal(appInvite.loading, 'Loading invite...');
  assert.deepEqual([invalidInvite.title, invalidInvite.message], ['Oops!', 'Invalid invite link']);
  assert.equal(tooManyRequests.title, 'Too Many Requests');
  assert.partialDeepStrictEqual(signInErrors, {
    noPhone: 'Please enter a phone number',
    noCountryCode: 'Phone number must include country code (e.g., +1 for US)',
    phoneTooShort: 'Phone number is too short. Include country code and full number.',
    noCode: 'Please enter the verification code',
    invalidPhone:
      'Invalid phone number format. Please use international format (e.g., +1234567890)',
    tooManyRequests: 'Too many requests. Please try again later.',
    botCheckRendered: 'Please refresh the page and try again.',
    sendFailed: 'Failed to send verification code',
    invalidCode: 'Invalid verification code',
    notAdmin: 'Access denied. You are not authorized to view this page.',
    notAdminAnymore: 'Access denied. You are not authorized.',
    adminCheckFailed: 'Failed to verify admin status',
  });
  assert.deepEqual(analyticsErrors, {
    notOk: 'Failed to fetch analytics data',
    noAnswer: 'Failed to load analytics data',
  });
});

test('each text of the public screens is written as the specification has it', () => {
  assert.equal(NOT_FOUND_TEXT, '404 Page Not Found');
  assert.equal(BACK_TO_HOME, 'Back to Home');
  assert.equal(EMAIL_PLACEHOLDER, 'Enter your email');
  assert.deepEqual(joinButton, {
    idle: 'Join Waitlist',
    submitting: 'Joining...',
    joined: 'Joined',
  });
  assert.equal(appInvite.title, "You're invited!");
  assert.equal(appInvite.get('Impromptu'), 'Get Impromptu');
  assert.equal(appInvite.learnMore, 'Learn more');
  assert.equal(
    platformsNote({ ios: 'beta', android: 'soon' }),
    'Available on iOS • Android coming soon',
  );
  assert.equal(invitation.wantsYou('Impromptu'), 'wants you on Impromptu!');
  assert.equal(
    invitation.message('Impromptu'),
    'I made an Impromptu, join me for exclusive spontaneous fun',
  );
  assert.equal(invalidInvite.home, 'Go to Homepage');
  assert.equal(eventInvite.title, 'Event Invites Coming Soon!');
  assert.equal(
    eventInvite.message('Impromptu'),
    'This feature will be available after our app launch. For now, download Impromptu to start making spontaneous plans!',
  );
  assert.equal(downloadButton('Impromptu'), 'Download Impromptu');
  assert.equal(plainInvite.title('Impromptu'), 'Join Impromptu');
  assert.equal(
    plainInvite.message('Impromptu'),
    'Download Impromptu to start making spontaneous plans with friends!',
  );
  assert.equal(plainInvite.home, 'Return to Home');
  assert.equal(tooManyRequests.message, 'Please try again in a few moments.');
});

test('an invite has "a" or "an" as the name of the product needs it', () => {
  const names =
    'a Zipline, a Вечерок, an Экспромт, a Unit, an Uno, an Éclair, a Euro, an 8mm, a One';
  for (const name of names.split(', ')) assert.equal(withArticle(name.split(' ')[1] ?? ''), name);
});

test('each text of the sign-in is written as the specification has it', () => {
  const { checking, title, phone, code } = signInTexts;
  assert.equal(checking, 'Checking authentication...');
  assert.equal(title, 'Admin Authentication');
  assert.equal(phone.subtitle, 'Enter your phone number to access analytics');
  assert.equal(phone.placeholder, '+1234567890');
  assert.equal(phone.hint, 'Include country code (e.g., +1 for US, +44 for UK)');
  assert.equal(phone.button, 'Send Verification Code');
  assert.equal(phone.busy, 'Sending Code...');
  assert.equal(code.subtitle, 'Enter the verification code sent to your phone');
  assert.equal(code.hint('+15551234567'), 'Enter the 6-digit code sent to +15551234567');
  assert.equal(code.button, 'Verify & Sign In');
  assert.equal(code.busy, 'Verifying...');
  assert.equal(code.back, 'Back to Phone Number');
});

test('each text of the dashboard is written as the specification has it', () => {
  const { title, subtitle, refresh, signOut, loading, cards, table } = dashboardTexts;
  assert.equal(title, 'App Invite Analytics');
  assert.equal(subtitle, 'Real-time performance of your referral invites');
  assert.equal(refresh, 'Refresh');
  assert.equal(signOut, 'Sign Out');
  assert.equal(loading, 'Loading analytics data...');
  assert.deepEqual(Object.values(cards), [
    'Total Inviters',
    'Page Views',
    'Downloads',
    'Web Conversion (%)',
    'App Invites Sent',
    'Invite Acceptance (%)',
  ]);
  assert.equal(table.title, 'Top Performers');
  assert.equal(table.subtitle, 'Web analytics + app invite performance');
  const columns = [
    ...['Username', 'Page Views', 'Downloads', 'Web Conv. (%)', 'App Invites', 'Accepted'],
    'Inv. Rate (%)',
  ];
  // Further columns are our additions.
  const titles = inviterColumns.map(({ title }) => title);
  assert.deepEqual(titles.slice(0, columns.length), columns);
  assert.equal(table.empty, 'No analytics data available yet.');
  assert.equal(table.emptyHint, 'Share some invite links to start collecting data!');
});

test('“email” is written as in the field of the waitlist’s form, in all pages, letters and messages', async () => {
  const root = join(import.meta.dirname, '../..');
  const sources = await Array.fromAsync(
    glob('{brand.ts,{contract,web,server,commands}/**/*.{ts,tsx}}', { cwd: root }),
  );
  assert.ok(sources.length > 300);
  for (const path of sources) {
    assert.ok(!/\be[-‐‑]mail/i.test(await readFile(join(root, path), 'utf8')), path);
  }
});
