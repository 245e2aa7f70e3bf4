import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import { MAX_INVITER_ID_CHARACTERS } from '../inviters.ts';
import { type CallSchema, strictObject } from './call-schema.ts';

/** The id of a user in the app. */
export const InviterId = Type.String({ minLength: 1, maxLength: MAX_INVITER_ID_CHARACTERS });

/** The user of `/api/users/{id}`. */
export const InviterParams = Type.Object({ id: InviterId });

/** `GET /api/users/{id}`. */
const InviterResponse = Type.Object(
  {
    profileImageUrl: Type.Union([Type.String(), Type.Null()]),
    username: Type.String(),
    firstName: Type.Union([Type.String(), Type.Null()]),
  },
  { description: 'All fields of an inviter that an invite page shows.' },
);

/** `PUT /api/users/{id}`. A field that is missing or null is removed from the profile. */
export const PutInviterRequest = strictObject({
  username: Type.String(),
  firstName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  profileImageUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type PutInviterRequest = Static<typeof PutInviterRequest>;

/** A user in a file of `./site import users`. */
export const ImportedInviter = strictObject({ id: InviterId, ...PutInviterRequest.properties });
export type ImportedInviter = Static<typeof ImportedInviter>;

/**
 * All people in a lecture hall may open a link at the same time. Each page requests one profile, and reports one view.
 */
export const INVITE_PAGE_LIMIT = { max: 1_200, windowMs: MINUTE_MS } as const;

export const inviterCalls = {
  /** 404 if unknown. */
  getInviter: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'anyone',
    summary: 'The public profile of an inviter',
    limit: INVITE_PAGE_LIMIT,
    params: InviterParams,
    response: InviterResponse,
  },
  putInviter: {
    method: 'PUT',
    path: '/api/users/:id',
    access: 'app',
    summary: 'Create or replace the profile of an inviter',
    params: InviterParams,
    body: PutInviterRequest,
    response: Type.Object(
      { stored: Type.Literal(true) },
      { description: 'The change is stored on disk.' },
    ),
  },
  /** 404 if unknown. */
  eraseInviter: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'app',
    summary: 'Erase a person: the profile, and every row about them',
    params: InviterParams,
    response: Type.Object(
      { erased: Type.Literal(true) },
      {
        description:
          'The profile and its counts are deleted. Caches may show the profile for another minute.',
      },
    ),
  },
} as const satisfies Record<string, CallSchema>;
