/**
 * Other tests reach the edges of these numbers by their names, and would not notice another number. A new number needs no
 * line here if a test reaches its edge by value.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as analytics from './analytics.ts';
import * as availability from './availability.ts';
import { callSchemas } from './calls.ts';
import * as durations from './durations.ts';
import * as identity from './identity.ts';
import * as inviteEvents from './invite-events.ts';
import * as inviters from './inviters.ts';
import * as linkPreviews from './link-previews.ts';
import * as mail from './mail.ts';
import * as mailings from './mailings.ts';
import * as screens from './screens.ts';
import * as teamWaitlist from './team-waitlist.ts';

describe('the numbers of the contract are', () => {
  test('those that have names', () => {
    const named = {
      ...{ ...analytics, ...availability, ...durations, ...identity, ...inviteEvents, ...inviters },
      ...{ ...linkPreviews, ...mail, ...mailings, ...screens, ...teamWaitlist },
    };
    assert.partialDeepStrictEqual(named, {
      MINUTE_MS: 60_000,
      HOUR_MS: 3_600_000,
      DAY_MS: 86_400_000,
      INVITE_EVENT_RETENTION_MONTHS: 6,
      AUDIT_RETENTION_MONTHS: 6,
      BACKUP_DELETION_DAYS: 90,
      CODE_LENGTH: 6,
      CODE_LIFETIME_MS: 300_000,
      MAX_CODE_ATTEMPTS: 5,
      SESSION_IDLE_MS: 43_200_000,
      SESSION_LIFETIME_MS: 604_800_000,
      FRESH_CODE_MS: 900_000,
      MIN_PHONE_CHARACTERS: 10,
      MAX_USER_ID_CHARACTERS: 128,
      MAX_INVITER_ID_CHARACTERS: 128,
      MAX_NAME_CHARACTERS: 100,
      MAX_PROFILE_IMAGE_URL_CHARACTERS: 2_048,
      EVENT_ID_MEMORY_DAYS: 7,
      MAX_APP_INVITES_PER_CALL: 1_000,
      MAX_INVITE_ID_CHARACTERS: 128,
      EVENT_ID_PATTERN: '^[A-Za-z0-9_-]{8,64}$',
      PREVIEW_SIZE: { width: 1200, height: 630 },
      MAX_PREVIEW_BYTES: 307_200,
      INVITE_PICTURE_SUN: { x: 600, y: 468, radius: 164 },
      CONFIRM_LETTERS: { perDay: 1, perMonth: 3 },
      POSITION_LETTERS: { perDay: 1, perMonth: 30 },
      RETURN_LETTERS: { perDay: 1, perMonth: 1 },
      DOMAIN_LETTERS: { perHour: 50, shareOfDay: 0.2 },
      NETWORK_SHARE: 0.1,
      LATER_SHARE: 0.5,
      LETTER_RETENTION_DAYS: 30,
      POSITIONS_PER_FRIEND: 10,
      MAX_COUNTED_FRIENDS: 20,
      WAITING_ROUNDED_FROM: 100,
      MAX_RETURNED_PER_CALL: 1_000,
      MAX_FAILURES_IN_A_ROW: 3,
      MAX_BOUNCED_PERCENT: 4,
      BOUNCES_COUNT_FROM_LETTERS: 100,
      MAX_COMPLAINED_PER_10_000: 8,
      LEAST_COMPLAINED: 2,
      ADDRESSES_PER_PAGE: 10,
      MAX_NEWEST: 1_000,
      MAX_LETTERS_COUNTED: 1_000,
      ACTS_SHOWN: 100,
      WAVES_SHOWN: 100,
      MAX_PEOPLE_PER_WAVE: 10_000,
      MAX_ARRIVALS_PER_CALL: 1_000,
      MAILING_BEGINS_AFTER_MINUTES: 10,
      TEST_WITHIN_HOURS: 24,
      MAILINGS_SHOWN: 10,
      MAX_MAILING_BODY_BYTES: 524_288,
      RECIPIENTS_SHOWN: 25,
      MAX_ROWS: 1_000,
      MAX_SEARCH_CHARACTERS: 100,
      CHART_DAYS: 30,
      MAX_APP_LINK_CHARACTERS: 300,
      SIGNED_UP_DAYS: 7,
    });
    assert.equal(durations.isoDay(Date.UTC(2025, 5, 14, 23)), '2025-06-14');
    assert.deepEqual(durations.lastDays(2, 2 * 86_400_000), [1, 2]);
    const march31 = Date.UTC(2025, 2, 31);
    assert.equal(durations.monthsBefore(march31, 1), Date.UTC(2025, 1, 28));
    assert.ok(mail.LARGE_PROVIDERS.has('163.com'));
    assert.match('k7mw2pqd', screens.MEMBER_CODE);
    for (const other of ['k7mw2pq', 'k7mw2pqdd', 'k1mw2pqd'])
      assert.doesNotMatch(other, screens.MEMBER_CODE);
  });

  const MINUTE = 60_000;
  const limits = {
    joinWaitlist: { max: 300, windowMs: MINUTE },
    confirmSignUp: { max: 120, windowMs: MINUTE },
    choosePhone: { max: 120, windowMs: MINUTE },
    getPosition: { max: 300, windowMs: MINUTE },
    leaveWaitlist: { max: 300, windowMs: MINUTE },
    getChallenge: { max: 300, windowMs: MINUTE },
    getInviter: { max: 1_200, windowMs: MINUTE },
    trackInvite: { max: 1_200, windowMs: MINUTE },
    sendCode: { max: 20, windowMs: 10 * MINUTE },
    signIn: { max: 60, windowMs: 10 * MINUTE },
    testMailing: { max: 20, windowMs: 10 * MINUTE },
  };
  for (const [name, limit] of Object.entries(limits)) {
    test(`${limit.max} of ${name} in ${limit.windowMs} ms from an address`, () => {
      assert.partialDeepStrictEqual(callSchemas, { [name]: { limit } });
    });
  }

  test('those of the bodies and queries of calls', () => {
    const id = { minLength: 1, maxLength: 128 };
    const report = { properties: { inviteId: id, refUserId: id } };
    const wholeNumber = { pattern: '^(0|[1-9][0-9]{0,8})$' };
    const large = 2_147_483_647;
    const most = { minimum: 1, maximum: 10_000 };
    assert.partialDeepStrictEqual(JSON.parse(JSON.stringify(callSchemas)), {
      joinWaitlist: { maxBodyBytes: 98_304 },
      confirmSignUp: { body: { properties: { token: { maxLength: 1_500 } } } },
      getInviter: { params: { properties: { id } } },
      trackInvite: { body: { properties: { refUserId: id } } },
      reportAppInvites: {
        maxBodyBytes: 1_048_576,
        body: { anyOf: [report, { items: report, minItems: 1, maxItems: 1_000 }] },
      },
      sendCode: { body: { properties: { phone: { maxLength: 100 } } } },
      signIn: {
        body: {
          anyOf: [
            { properties: { verificationId: { maxLength: 64 }, code: { maxLength: 100 } } },
            { properties: { idToken: { maxLength: 8_192 } } },
          ],
        },
      },
      getAnalytics: {
        querystring: {
          properties: { search: { maxLength: 100 }, limit: wholeNumber, offset: wholeNumber },
        },
      },
      takePeople: {
        body: { properties: { people: most, seen: { minimum: 0, maximum: large - 1 } } },
      },
      inviteWave: { body: { properties: { wave: { minimum: 1, maximum: large } } } },
      previewMailing: { maxBodyBytes: 524_288, body: { properties: { most } } },
      sendMailing: { maxBodyBytes: 524_288, body: { properties: { most } } },
      reportReturned: { maxBodyBytes: 1_048_576, body: { anyOf: [{}, { maxItems: 1_000 }] } },
      reportMailEvent: { maxBodyBytes: 65_536 },
      reportArrivals: { maxBodyBytes: 1_048_576, body: { anyOf: [{}, { maxItems: 1_000 }] } },
    });
  });
});
