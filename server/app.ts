import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import { MAX_INVITER_ID_CHARACTERS } from '../contract/inviters.ts';
import { analyticsCalls } from './analytics/analytics-calls.ts';
import type { App, AppParts } from './app-parts.ts';
import { appStateCalls } from './app-state/app-state-calls.ts';
import { followAppState } from './app-state/follow-app-state.ts';
import { createBotCheck } from './bot-check/bot-check.ts';
import { answerErrors, answerUnknownPath, answerUnreadable } from './http/answer-errors.ts';
import { type Handlers, registerCalls } from './http/call.ts';
import { connectionOptions, guardConnections } from './http/connections.ts';
import { securityHeaders } from './http/headers.ts';
import { readJsonBodies } from './http/json-body.ts';
import { registerOpenApi } from './http/open-api.ts';
import { applyLimits, createTrustCheck, findSource } from './http/request-source.ts';
import { createEmbedded } from './identity/embedded.ts';
import { createFirebase } from './identity/firebase.ts';
import { identityCalls } from './identity/identity-calls.ts';
import { createBrowserSessions, requireSession, requireSessionStill } from './identity/sessions.ts';
import { requireAppKey } from './ingest/access.ts';
import { ingestCalls } from './ingest/ingest-calls.ts';
import { getInviter, limitUnknown } from './invites/find-inviter.ts';
import { registerInvitePage } from './invites/invite-page.ts';
import { InvitePainter } from './invites/invite-painter.ts';
import { registerInvitePicture } from './invites/invite-picture.ts';
import { registerListedPages } from './invites/listed-pages.ts';
import { openPersonalPages } from './invites/personal-pages.ts';
import { trackInvite } from './invites/track-invite.ts';
import { loggerOptions } from './log.ts';
import { registerHealth } from './operations/health.ts';
import { createMetrics, registerMetrics } from './operations/metrics.ts';
import { scheduleRetention } from './operations/retention-job.ts';
import type { Build } from './pages/build.ts';
import { openSite, registerSite } from './pages/site.ts';
import { registerAppLinks, registerSecurityContact } from './pages/well-known.ts';
import { teamWaitlistCalls } from './waitlist/team-waitlist-calls.ts';
import { hasLinksOfMail, openWaitlist } from './waitlist/waitlist-calls.ts';
import { waveCalls } from './waitlist/wave-calls.ts';

/** In UTF-8 a character has up to four bytes, and percent-encoding writes each byte with three characters. */
const MAX_PARAMETER_CHARACTERS = MAX_INVITER_ID_CHARACTERS * 4 * 3;

/** Makes the app; the caller calls `listen`. Closing the app does not close the storage. */
export async function createApp(given: AppParts, build: Build): Promise<App> {
  const followed = await followAppState(given);
  const parts = { ...given, appState: followed.current };
  const headers = securityHeaders(parts);
  const hasLetterLinks = await hasLinksOfMail(parts);
  const site = openSite(build, parts, hasLetterLinks);
  const notFound = () => site().notFound;
  const isTrusted = createTrustCheck(parts.trustedProxies);
  const app = fastify({
    logger: parts.log ? loggerOptions(parts.log) : false,
    logController: new LogController({ disableRequestLogging: true }),
    // By default Fastify makes a logger for each request. That costs more than routing, and our log does not need it.
    childLoggerFactory: (logger) => logger,
    trustProxy: isTrusted,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    ...connectionOptions,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        // TypeScript and `open-api.test.ts` check our schemas. Validation by the JSON Schema meta-schema would delay
        // each start.
        validateSchema: false,
      },
    },
    clientErrorHandler: (error, socket) => {
      if (connections.mayAnswer(socket)) answerUnreadable(error, socket, headers);
      else socket.destroy();
    },
    // Fastify runs no hooks for a path that cannot be decoded, so the headers are added here.
    frameworkErrors: (_error, request, reply) => {
      answerUnknownPath(request, reply.headers(headers), notFound()).catch((error) =>
        reply.send(error),
      );
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onClose', async () => followed.stop());
  // The paths of the files do not change with the year.
  const filePaths = new Set(site().files.keys());
  createMetrics(app, (path) => filePaths.has(path));
  const sessions = createBrowserSessions(parts);
  answerErrors(app, notFound, headers);
  // All that happens to a request before its handler, in this order. Limits before access, so that refused requests count.
  app.addHook('onRequest', (_request, reply, done) => done(void reply.headers(headers)));
  app.addHook('onRequest', findSource(app, isTrusted));
  app.addHook('onRequest', await applyLimits(app, parts));
  app.addHook('onRequest', requireAppKey(app, parts));
  app.addHook('onRequest', requireSession(app, sessions, parts.clock));
  readJsonBodies(app);
  // Now the schema of the call has checked the body.
  app.addHook('preHandler', requireSessionStill(sessions, parts.clock));
  await registerOpenApi(app);

  registerHealth(app, parts);
  registerSite(app, parts, site);
  const painter = new InvitePainter(build.invitePicture);
  const find = limitUnknown(app, parts);
  const sendPersonal = openPersonalPages(build, parts, (name) => painter.versionOf(name));
  registerInvitePage(app, parts, build, find, sendPersonal, notFound);
  registerListedPages(app, parts, build, find, sendPersonal, site);
  const files = () => site().files;
  registerInvitePicture(app, parts, painter, files, notFound);
  registerAppLinks(app, parts);
  registerSecurityContact(app, parts);

  const botCheck = createBotCheck(parts);
  const { identity } = parts;
  const provider =
    identity.provider === 'embedded'
      ? createEmbedded(app, parts, identity, botCheck)
      : createFirebase(parts, identity);
  const waitlist = await openWaitlist(app, parts, build, botCheck, hasLetterLinks);
  const handlers: Handlers = {
    ...waitlist.handlers,
    getChallenge: () => botCheck.challenge(),
    getInviter: getInviter(parts),
    trackInvite: trackInvite(app, parts, sessions.isAdmin),
    ...ingestCalls(parts),
    ...identityCalls(parts, provider, sessions),
    ...analyticsCalls(parts, sessions),
    ...appStateCalls(parts),
    ...teamWaitlistCalls(parts, sessions),
    ...waveCalls(parts),
  };
  registerCalls(app, handlers, waitlist.changedSchemas);

  const retention = scheduleRetention(app, parts);
  const connections = guardConnections(app);
  await registerMetrics(app, parts, { connections, retention });
  return app;
}
