import { type Static, Type } from 'typebox';
import {
  MAX_ROWS,
  MAX_SEARCH_CHARACTERS,
  RANGE_PATTERN,
  type SortField,
  type SortOrder,
  sortFields,
  sortOrders,
} from '../analytics.ts';
import type { NotCountedReason } from '../invite-events.ts';
import { type CallSchema, literals, strictObject } from './call-schema.ts';
import { UserId } from './identity.ts';
import { Mark } from './marks.ts';

const range = Type.Optional(
  Type.String({
    pattern: RANGE_PATTERN,
    examples: ['7'],
    description:
      'Counts only the events of these days (UTC): today, 7, 28 or 91 days up to today, or from and to, such as 2025-06-01..2025-06-14. Days that are in the future, or longer ago than single events are stored, become the nearest ones.',
  }),
);

/** The query parameters that select and sort inviters. `userId` is the id of the admin who makes the call. */
const selection = {
  userId: UserId,
  range,
  search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_CHARACTERS })),
  sort: Type.Optional(literals<SortField>(sortFields)),
  order: Type.Optional(literals<SortOrder>(sortOrders)),
};
const wholeNumber = '^(0|[1-9][0-9]{0,8})$';

/** The figures of one inviter. Rates are percent with one decimal. */
export const UserStats = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  pageViews: Type.Integer(),
  downloads: Type.Integer(),
  webConversionRate: Type.Number(),
  appInvitesSent: Type.Integer(),
  acceptedInvites: Type.Integer(),
  inviteAcceptanceRate: Type.Number(),
  signUps: Type.Optional(
    Type.Integer({
      description:
        'Confirmed sign-ups by the inviter’s link. On a site without letters: all, and only for admins with the right to the waitlist.',
    }),
  ),
});
export type UserStats = Static<typeof UserStats>;

/** Totals and rows are from one snapshot. The optional fields are newer than the others. */
export const AnalyticsResponse = Type.Object(
  {
    totalInviters: Type.Integer(),
    totalViews: Type.Integer(),
    totalDownloads: Type.Integer(),
    overallWebConversionRate: Type.Number(),
    totalAppInvitesSent: Type.Integer(),
    overallInviteAcceptanceRate: Type.Number(),
    userStats: Type.Array(UserStats),
    /** How many inviters match the search, including those not in `userStats`. */
    matching: Type.Optional(Type.Integer()),
    /** Visits that did not count, by reason. */
    notCounted: Type.Optional(
      Type.Unsafe<Partial<Record<NotCountedReason, number>>>(
        Type.Record(Type.String(), Type.Integer()),
      ),
    ),
    /** When retention last ran, ISO 8601 in UTC; null before its first run. */
    retentionRanAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    namedLinks: Type.Optional(
      Type.Array(
        Type.Object({ name: Type.String(), signUps: Type.Integer(), lastWeek: Type.Integer() }),
        {
          description:
            'New sign-ups by each of the site’s own links: all, and those of the last 7 days. Only for admins with the right to the waitlist.',
        },
      ),
    ),
    /** The version of the figures, as `GET /api/analytics/version` answers. */
    version: Type.Optional(Type.String()),
  },
  { description: 'The totals and the requested rows.' },
);
export type AnalyticsResponse = Static<typeof AnalyticsResponse>;

const Counts = Type.Object({
  pageViews: Type.Integer(),
  downloads: Type.Integer(),
  appInvitesSent: Type.Integer(),
  acceptedInvites: Type.Integer(),
});

/**
 * One entry for each day (UTC), the oldest first, today last, days without events included. In a range of one day, one
 * entry for each of its hours that have begun.
 */
export const AnalyticsDaysResponse = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        /** The date in UTC, such as 2025-06-14; of an hour 2025-06-14T10:00Z. */
        day: Type.String(),
        pageViews: Type.Integer(),
        downloads: Type.Integer(),
      }),
    ),
    range: Type.Optional(
      Type.Object(
        {
          from: Type.String(),
          to: Type.String(),
          isRunning: Type.Boolean(),
          hours: Type.Integer(),
          comparisons: Type.Array(
            /** `before` counts the days that are `daysEarlier` days before those of the range. */
            Type.Object({ daysEarlier: Type.Integer(), counted: Counts, before: Counts }),
          ),
        },
        {
          description:
            'The days of the range, the first and the last one; whether the last one is today; and the counts up to the last full hour of that day, with those of earlier days up to the same hour.',
        },
      ),
    ),
    /** The oldest first. */
    marks: Type.Optional(Type.Array(Mark)),
    /** Whether the admin may write notes. */
    mayWriteNotes: Type.Optional(Type.Boolean()),
    /** The figures have this version or a later version. */
    version: Type.Optional(Type.String()),
  },
  { description: 'The days, the oldest first.' },
);
export type AnalyticsDaysResponse = Static<typeof AnalyticsDaysResponse>;

const { range: shownRange, ...ofDays } = AnalyticsDaysResponse.properties;
const InviterResponse = Type.Object(
  {
    ...ofDays,
    inviter: UserStats,
    range: Type.Optional(Type.Pick(shownRange, ['from', 'to', 'isRunning'])),
  },
  { description: 'The figures of the inviter, and the days, the oldest first.' },
);

export const analyticsCalls = {
  getAnalytics: {
    method: 'GET',
    path: '/api/analytics',
    access: 'admin',
    doesNotExtendSession: true,
    summary: 'The performance of invites: totals, and a row for each inviter',
    querystring: strictObject(
      {
        ...selection,
        limit: Type.Optional(Type.String({ pattern: wholeNumber })),
        offset: Type.Optional(Type.String({ pattern: wholeNumber })),
      },
      { description: `Returns all rows, or with limit (1 to ${MAX_ROWS}) at most that many.` },
    ),
    response: AnalyticsResponse,
  },
  getAnalyticsDays: {
    method: 'GET',
    path: '/api/analytics/days',
    access: 'admin',
    doesNotExtendSession: true,
    summary: 'The counts of each of the last days, or of a range',
    querystring: strictObject({ userId: UserId, range }),
    response: AnalyticsDaysResponse,
  },
  getAnalyticsInviter: {
    method: 'GET',
    path: '/api/analytics/inviter',
    access: 'admin',
    doesNotExtendSession: true,
    summary: 'The figures of one inviter: over all time with the last days, or of a range',
    querystring: strictObject({ userId: UserId, inviter: UserId, range }),
    response: InviterResponse,
  },
  getAnalyticsCsv: {
    method: 'GET',
    path: '/api/analytics.csv',
    access: 'admin',
    summary: 'All inviters that match a search, as CSV',
    querystring: strictObject(selection),
    response: Type.Unsafe<unknown>({ type: 'string' }),
    media: {
      type: 'text/csv',
      description: 'UTF-8 with a byte order mark. One line for each inviter.',
    },
  },
  getAnalyticsVersion: {
    method: 'GET',
    path: '/api/analytics/version',
    access: 'admin',
    doesNotExtendSession: true,
    summary: 'The version of the figures',
    querystring: strictObject({
      userId: UserId,
      used: Type.Optional(
        Type.Literal('true', {
          description:
            'Set if somebody has pressed, typed or scrolled since the last call: then this is a use of the session.',
        }),
      ),
    }),
    response: Type.Object(
      { version: Type.String() },
      { description: 'If the version has changed, read the figures again.' },
    ),
  },
} as const satisfies Record<string, CallSchema>;
