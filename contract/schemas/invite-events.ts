import { type Static, Type } from 'typebox';
import {
  type AppInviteAction,
  appInviteActions,
  EVENT_ID_PATTERN,
  MAX_APP_INVITES_PER_CALL,
  MAX_INVITE_ID_CHARACTERS,
  type TrackedAction,
  trackedActions,
} from '../invite-events.ts';
import {
  type CallSchema,
  RefusedReports,
  reportedTime,
  strictObject,
  takesReports,
} from './call-schema.ts';
import { INVITE_PAGE_LIMIT, InviterId } from './inviters.ts';

/** `POST /api/track/app-invite`. */
export const TrackInviteRequest = strictObject({
  refUserId: InviterId,
  action: Type.Unsafe<TrackedAction>(
    Type.Union(trackedActions.map((action) => Type.Literal(action))),
  ),
  eventId: Type.Optional(Type.String({ pattern: EVENT_ID_PATTERN })),
});
export type TrackInviteRequest = Static<typeof TrackInviteRequest>;

/** One invite inside the app that was sent or accepted. */
export const AppInviteReport = strictObject({
  inviteId: Type.String({ minLength: 1, maxLength: MAX_INVITE_ID_CHARACTERS }),
  refUserId: InviterId,
  action: Type.Unsafe<AppInviteAction>(
    Type.Union(appInviteActions.map((action) => Type.Literal(action))),
  ),
  at: reportedTime,
});
export type AppInviteReport = Static<typeof AppInviteReport>;

export const inviteEventCalls = {
  /** Each action counts once for an `eventId`. A page makes a new one at each load. 404 for an unknown inviter. */
  trackInvite: {
    method: 'POST',
    path: '/api/track/app-invite',
    access: 'anyone',
    summary: 'Count a page view or a button press on an invite page',
    limit: INVITE_PAGE_LIMIT,
    body: TrackInviteRequest,
    response: Type.Object(
      { tracked: Type.Literal(true) },
      {
        // If the response told robots that they are not counted, they could change their requests until they are
        // counted.
        description:
          'The response is the same for events that are not counted, such as repeats and robots.',
      },
    ),
  },
  reportAppInvites: {
    method: 'POST',
    path: '/api/app-invites',
    access: 'app',
    summary: 'Count invites that were sent and accepted inside the app',
    ...takesReports(AppInviteReport, MAX_APP_INVITES_PER_CALL),
    response: Type.Object(
      {
        stored: Type.Integer(),
        repeated: Type.Integer(),
        refused: RefusedReports,
      },
      {
        description:
          'How many reports were counted, how many were repeats, and which were refused.',
      },
    ),
  },
} as const satisfies Record<string, CallSchema>;
