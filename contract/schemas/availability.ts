import { type Static, Type } from 'typebox';
import {
  type AndroidState,
  androidStates,
  type IosState,
  iosStates,
  MAX_APP_LINK_CHARACTERS,
} from '../availability.ts';
import { type CallSchema, literals, strictObject } from './call-schema.ts';

const ios = literals<IosState>(iosStates);
const android = literals<AndroidState>(androidStates);
/** The rules of links are in `changeApp`, because they depend on the state. */
const link = Type.Union([Type.String({ maxLength: MAX_APP_LINK_CHARACTERS }), Type.Null()]);

export const AvailabilityResponse = Type.Object(
  {
    /** Counts up with each change; 0 before the first. */
    id: Type.Integer(),
    /** When it was changed, ISO 8601 in UTC; null before the first change. */
    changedAt: Type.Union([Type.String(), Type.Null()]),
    ios,
    iosLink: link,
    android,
    androidLink: link,
  },
  { description: 'The state that holds now.' },
);
export type AvailabilityResponse = Static<typeof AvailabilityResponse>;

/** The id of the state that the admin saw. 409 if there is a newer one. */
const seen = Type.Integer({ minimum: 0 });

export const availabilityCalls = {
  getAvailability: {
    method: 'GET',
    path: '/api/app-state',
    access: 'waitlist',
    summary: 'Where visitors get the app',
    response: AvailabilityResponse,
  },
  /** Only the fields that the body contains change. 400 for a link that is not that of a store. */
  changeAvailability: {
    method: 'PUT',
    path: '/api/app-state',
    access: 'waitlist-fresh',
    summary: 'Change where visitors get the app',
    body: strictObject({
      seen,
      ios: Type.Optional(ios),
      iosLink: Type.Optional(link),
      android: Type.Optional(android),
      androidLink: Type.Optional(link),
    }),
    response: AvailabilityResponse,
  },
  /** 409 also if no change is left to undo. */
  undoAvailability: {
    method: 'POST',
    path: '/api/app-state/undo',
    access: 'waitlist-fresh',
    summary: 'Bring back the state of the app before the last change',
    body: strictObject({ seen }),
    response: AvailabilityResponse,
  },
} as const satisfies Record<string, CallSchema>;
