import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInErrors } from '../../contract/identity.ts';
import { waitlistToasts } from '../design/waitlist-texts.ts';
import { analyticsErrors } from './analytics/dashboard/dashboard-texts.ts';
import { appInvite, invalidInvite, tooManyRequests } from './invite/invite-texts.ts';

/**
 * The messages are literals here. The other tests compare a screen with the constants that the screen itself shows, so
 * they would accept a misspelled constant.
 */
test('each message of spec §§5 and 8 is written as the specification has it', () => {
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
  assert.deepEqual(
    {
      noPhone: signInErrors.noPhone,
      noCountryCode: signInErrors.noCountryCode,
      phoneTooShort: signInErrors.phoneTooShort,
      noCode: signInErrors.noCode,
      invalidPhone: signInErrors.invalidPhone,
      tooManyRequests: signInErrors.tooManyRequests,
      botCheckRendered: signInErrors.botCheckRendered,
      sendFailed: signInErrors.sendFailed,
      invalidCode: signInErrors.invalidCode,
      notAdmin: signInErrors.notAdmin,
      notAdminAnymore: signInErrors.notAdminAnymore,
      adminCheckFailed: signInErrors.adminCheckFailed,
    },
    {
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
    },
  );
  assert.deepEqual(analyticsErrors, {
    notOk: 'Failed to fetch analytics data',
    noAnswer: 'Failed to load analytics data',
  });
});
