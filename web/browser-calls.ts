/**
 * The calls that scripts of pages make, each with the shape of its answer. The build evaluates this file
 * (`vite.config.ts`), so that a script contains these as constants, and nothing else of the schemas.
 */
import {
  type BodyOf,
  type CallName,
  callSchemas,
  type QueryOf,
  type ResponseOf,
} from '../contract/calls.ts';
import type { BrowserCall, Shape } from './call-api.ts';

/** Any JSON with a status of success is a valid answer. */
export const joinWaitlist: BrowserCall<BodyOf<'joinWaitlist'>, unknown> = {
  ...callOf('joinWaitlist'),
  answer: {},
};
export const getChallenge = callOf('getChallenge');

export const getInviter = callOf('getInviter');
export const trackInvite = callOf('trackInvite');

export const confirmSignUp = callOf('confirmSignUp');
export const choosePhone = callOf('choosePhone');
export const getPosition = callOf('getPosition');
export const leaveWaitlist = callOf('leaveWaitlist');

export const getSignInSettings = callOf('getSignInSettings');
export const sendCode = callOf('sendCode');
export const signIn = callOf('signIn');
export const getSession = callOf('getSession');
export const signOut = callOf('signOut');
export const verifyAdmin = callOf('verifyAdmin');

export const getAnalytics = callOf('getAnalytics');
export const getAnalyticsDays = callOf('getAnalyticsDays');
export const getAnalyticsInviter = callOf('getAnalyticsInviter');
export const getAnalyticsCsv = callOf('getAnalyticsCsv');
export const getAnalyticsVersion = callOf('getAnalyticsVersion');
export const addNote = callOf('addNote');
export const removeNote = callOf('removeNote');

export const getAvailability = callOf('getAvailability');
export const changeAvailability = callOf('changeAvailability');
export const undoAvailability = callOf('undoAvailability');

export const getWaitlistFigures = callOf('getWaitlistFigures');
export const listAddresses = callOf('listAddresses');
export const downloadAddresses = callOf('downloadAddresses');
export const removeAddress = callOf('removeAddress');
export const getAudit = callOf('getAudit');

export const listWaves = callOf('listWaves');
export const takePeople = callOf('takePeople');
export const downloadTesters = callOf('downloadTesters');
export const inviteWave = callOf('inviteWave');
export const undoWave = callOf('undoWave');
export const moveBack = callOf('moveBack');

export const getLaunch = callOf('getLaunch');
export const actOnLaunch = callOf('actOnLaunch');
export const moveDeletion = callOf('moveDeletion');

export const listMailings = callOf('listMailings');
export const getMailing = callOf('getMailing');
export const previewMailing = callOf('previewMailing');
export const getLetterFrame = callOf('getLetterFrame');
export const testMailing = callOf('testMailing');
export const sendMailing = callOf('sendMailing');
export const pauseMailing = callOf('pauseMailing');
export const resumeMailing = callOf('resumeMailing');
export const endMailing = callOf('endMailing');
export const listRecipients = callOf('listRecipients');
export const downloadRecipients = callOf('downloadRecipients');
export const assumeDelivered = callOf('assumeDelivered');
export const sendLetterAgain = callOf('sendLetterAgain');

function callOf<Name extends CallName>(
  name: Name,
): BrowserCall<BodyOf<Name>, ResponseOf<Name>, QueryOf<Name>> {
  const { method, path, response } = callSchemas[name];
  return { method, path, answer: response as Shape };
}
