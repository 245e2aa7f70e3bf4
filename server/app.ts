import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyRequest, LogController } from 'fastify';
import { MAX_INVITER_ID_CHARACTERS } from '../contract/inviters.ts';
import { guardCalls } from './access.ts';
import { registerAnalyticsPage } from './analytics-page.ts';
import { answerErrors, answerUnknownPath, answerUnreadable } from './answer-errors.ts';
import { registerAppLinks } from './app-links.ts';
import type { App, AppParts } from './app-parts.ts';
import { createBotCheck } from './bot-check.ts';
import type { Build } from './build.ts';
import { registerCalls } from './call.ts';
import { eraseInviter } from './calls/erase-inviter.ts';
import { getAnalytics } from './calls/get-analytics.ts';
import { getAnalyticsCsv } from './calls/get-analytics-csv.ts';
import { getAnalyticsDays } from './calls/get-analytics-days.ts';
import { getChallenge } from './calls/get-challenge.ts';
import { getInviter } from './calls/get-inviter.ts';
import { getSession } from './calls/get-session.ts';
import { getSignInSettings } from './calls/get-sign-in-settings.ts';
import { joinWaitlist } from './calls/join-waitlist.ts';
import { putInviter } from './calls/put-inviter.ts';
import { reportAppInvites } from './calls/report-app-invites.ts';
import { sendCode } from './calls/send-code.ts';
import { signIn } from './calls/sign-in.ts';
import { signOut } from './calls/sign-out.ts';
import { trackInvite } from './calls/track-invite.ts';
import { verifyAdmin } from './calls/verify-admin.ts';
import { watchAnalytics } from './calls/watch-analytics.ts';
import { boundConnections } from './connection-bound.ts';
import { guardConnections } from './connections.ts';
import { refuseCrossSiteWrites } from './cross-site.ts';
import { createCrowdCheck } from './crowd-check.ts';
import { trustIn, warnOfStrangers } from './forwarding.ts';
import { lingerOnClose } from './graceful-stop.ts';
import { securityHeaders } from './headers.ts';
import { registerHealth } from './health.ts';
import { guardSessions } from './identity/access.ts';
import { openProvider } from './identity/open-provider.ts';
import { createBrowserSessions } from './identity/sessions.ts';
import { registerInvitePage } from './invite-page.ts';
import { openInvitePages } from './invite-pages.ts';
import { pictureVersions } from './invite-picture/picture-version.ts';
import { registerInvitePicture } from './invite-picture.ts';
import { MAX_BODY_BYTES, readJsonBodies } from './json-body.ts';
import { registerLimits } from './limits.ts';
import { lingerAfterAnswers } from './lingering-close.ts';
import { LiveVersion } from './live-version.ts';
import { loggerOptions } from './log.ts';
import { registerMetrics } from './metrics.ts';
import { registerOpenApi } from './open-api.ts';
import { keepRetention } from './retention-job.ts';
import { registerSecurityContact } from './security-contact.ts';
import { shedLoad } from './shed-load.ts';
import { openSite, registerSite } from './site.ts';
import { redirectTrailingSlashes } from './trailing-slash.ts';
import { VisitMeter } from './visit-meter.ts';

const HEADERS_WITHIN_MS = 8_000;
const REQUEST_WITHIN_MS = 10_000;
const LOOK_FOR_SLOW_EVERY_MS = 1_000;
/** A connection on which nothing moves, in either direction, is somebody's who has gone. */
const SILENT_MS = 30_000;
/** Longer than proxies usually keep a connection, so that it is they who close it. */
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Each character of an id may take four bytes, and each byte three characters in an address. */
const MAX_PARAMETER_CHARACTERS = MAX_INVITER_ID_CHARACTERS * 4 * 3;

/** Makes the whole site, ready to listen or to be asked by a test. Closing it leaves the storage open. */
export async function createApp(parts: AppParts, build: Build): Promise<App> {
  const headers = securityHeaders(parts);
  const site = openSite(build, parts);
  const notFound = () => site().notFound;
  const isTrusted = trustIn(parts.trustedProxies);
  const app = fastify({
    logger: parts.log ? loggerOptions(parts.log) : false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    return503OnClosing: false,
    // Also of a body that is sent where no call is: Fastify's own bound is a megabyte.
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would answer by itself, without our headers; `answerErrors` does it instead.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    clientErrorHandler: (error, socket) => {
      if (connections.mayAnswer(socket)) answerUnreadable(error, socket, headers);
      else socket.destroy();
    },
    // A path that cannot be decoded: no hook has run, and none will.
    frameworkErrors: (_error, request, reply) => {
      answerUnknownPath(request, reply.headers(headers), notFound()).catch((error) =>
        reply.send(error),
      );
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  const shed = shedLoad(app, parts.storage, headers);
  const connections = guardConnections(app.server);
  lingerAfterAnswers(app.server);
  const closedConnections = boundConnections(app, parts.mostConnections);
  const sessions = createBrowserSessions(parts);
  await inOrder([
    // Every answer has them, errors included.
    () => app.addHook('onRequest', (_request, reply, done) => done(void reply.headers(headers))),
    () => answerErrors(app, notFound, headers),
    () => warnOfStrangers(app, isTrusted),
    () => readJsonBodies(app),
    // Before the guards: guesses at keys are counted, too.
    () => (parts.rateLimits ? registerLimits(app, parts) : undefined),
    () => guardCalls(app, parts),
    () => refuseCrossSiteWrites(app),
    () => guardSessions(app, sessions),
    // Describes the calls that are registered after it.
    () => registerOpenApi(app),
  ]);

  registerHealth(app, parts);
  registerSite(app, site);
  registerAnalyticsPage(app, parts, site);
  redirectTrailingSlashes(app);
  const { scene } = build;
  const versionOf = pictureVersions(scene);
  const invitePages = openInvitePages(build, parts, versionOf);
  registerInvitePage(app, parts, invitePages, notFound);
  const files = () => site().files;
  registerInvitePicture(app, parts, { scene, versionOf }, files, notFound);
  registerAppLinks(app);
  registerSecurityContact(app, parts);

  const visits = new VisitMeter();
  const live = new LiveVersion(parts.storage.analytics);
  app.addHook('preClose', async () => live.end());
  const provider = await openProvider(app, parts);
  const { codes } = provider;
  const botCheck = createBotCheck(parts);
  const crowd = createCrowdCheck(app, parts, botCheck);
  const isAdmin = async (request: FastifyRequest) =>
    (await sessions.find(request))?.isAdmin === true;
  registerCalls(app, {
    joinWaitlist: joinWaitlist(parts, crowd),
    getChallenge: getChallenge(botCheck),
    getInviter: getInviter(parts),
    trackInvite: trackInvite(parts, visits),
    putInviter: putInviter(parts),
    eraseInviter: eraseInviter(parts),
    reportAppInvites: reportAppInvites(parts),
    getSignInSettings: getSignInSettings(provider),
    sendCode: codes && sendCode(codes),
    signIn: signIn(provider, sessions),
    getSession: getSession(sessions),
    signOut: signOut(sessions),
    verifyAdmin: verifyAdmin(sessions),
    getAnalytics: getAnalytics(parts, isAdmin),
    getAnalyticsDays: getAnalyticsDays(parts),
    getAnalyticsCsv: getAnalyticsCsv(parts, isAdmin),
    watchAnalytics: watchAnalytics(live, isAdmin),
  });

  const lastRetention = keepRetention(app, parts);
  const isFile = (path: string) => files().has(path);
  await registerMetrics(app, parts, {
    isFile,
    connections,
    closedConnections,
    crowd,
    visits,
    shed,
    live,
    lastRetention,
  });
  // Last: whoever watches has been sent away by then, and is not waited for.
  lingerOnClose(app, REQUEST_WITHIN_MS);
  return app;
}

/** Hooks run in the order in which they were added, and only for routes that are added after them. */
async function inOrder(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) await step();
}
