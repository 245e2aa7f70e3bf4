import { EVENT_ID_PATTERN } from '../tracking.ts';
import { InviterId } from './inviters.ts';
import { type Static, Type } from './type.ts';

/** `POST /api/track/app-invite`. */
export const TrackInviteRequest = Type.Object(
  {
    refUserId: InviterId,
    action: Type.Union([Type.Literal('page_view'), Type.Literal('download_clicked')]),
    eventId: Type.Optional(Type.String({ pattern: EVENT_ID_PATTERN })),
  },
  { additionalProperties: false },
);
export type TrackInviteRequest = Static<typeof TrackInviteRequest>;

export const TrackInviteResponse = Type.Object(
  { tracked: Type.Literal(true) },
  { description: 'The same for what is counted, repeated, or left out as a robot’s.' },
);
export type TrackInviteResponse = Static<typeof TrackInviteResponse>;
