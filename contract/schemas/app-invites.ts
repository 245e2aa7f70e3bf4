import { type Static, Type } from 'typebox';
import { MAX_APP_INVITES_PER_CALL } from '../app-invites.ts';

/** One invite inside the app that was sent or accepted. */
export const AppInviteReport = Type.Object(
  {
    inviteId: Type.String(),
    refUserId: Type.String(),
    action: Type.Union([Type.Literal('sent'), Type.Literal('accepted')]),
    /** ISO 8601 with its offset; missing means now. */
    at: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type AppInviteReport = Static<typeof AppInviteReport>;

/**
 * `POST /api/app-invites`: one report, or a list. The reports of a list are checked one by one, so
 * that a bad one does not take the good ones with it.
 */
export const ReportAppInvitesRequest = Type.Union([
  AppInviteReport,
  Type.Array(AppInviteReport, { minItems: 1, maxItems: MAX_APP_INVITES_PER_CALL }),
]);
export type ReportAppInvitesRequest = Static<typeof ReportAppInvitesRequest>;

/** How many reports counted, how many were known already, and which were refused. */
export const ReportAppInvitesResponse = Type.Object({
  stored: Type.Integer(),
  repeated: Type.Integer(),
  refused: Type.Array(
    Type.Object({
      /** The report's place in the list, from 0. */
      index: Type.Integer(),
      error: Type.String(),
    }),
  ),
});
export type ReportAppInvitesResponse = Static<typeof ReportAppInvitesResponse>;
