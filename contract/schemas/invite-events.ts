import { type Static, Type } from 'typebox';
import { EVENT_ID_PATTERN, type TrackedAction, trackedActions } from '../invite-events.ts';
import type { CallSchema } from './call-schema.ts';
import { INVITE_PAGE_LIMIT, InviterId } from './inviters.ts';

/** `POST /api/track/app-invite`. */
export const TrackInviteRequest = Type.Object(
  {
    refUserId: InviterId,
    action: Type.Unsafe<TrackedAction>(
      Type.Union(trackedActions.map((action) => Type.Literal(action))),
    ),
    eventId: Type.Optional(Type.String({ pattern: EVENT_ID_PATTERN })),
  },
  { additionalProperties: false },
);
export type TrackInviteRequest = Static<typeof TrackInviteRequest>;

export const inviteEventCalls = {
  /** Each once per page load. 404 for an unknown inviter. */
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
} as const satisfies Record<string, CallSchema>;
