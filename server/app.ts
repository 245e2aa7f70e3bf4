import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import { calls } from '../contract/calls.ts';
import { boundParameters } from '../contract/damaged-links.ts';
import { MAX_INVITER_ID_CHARACTERS } from '../contract/inviters.ts';
import { INVITE_PICTURE_ROUTE } from '../contract/link-previews.ts';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { analyticsCalls } from './analytics/analytics-calls.ts';
import type { AppParts, FastifyApp } from './app-parts.ts';
import { availabilityCalls, followAvailability } from './availability/availability.ts';
import { createBotCheck } from './bot-check/bot-check.ts';
import { answerErrors, answerUnknownPath, answerUnreadable } from './http/answer-errors.ts';
import { type Handlers, registerCalls } from './http/call.ts';
import { connectionOptions, guardConnections } from './http/connections.ts';
import { securityHeaders } from './http/headers.ts';
import { readJsonBodies } from './http/json-body.ts';
import { describeCalls, OPEN_API_PATH } from './http/open-api.ts';
import { applyLimits, createTrustCheck, findSource } from './http/request-source.ts';
import { createEmbedded } from './identity/embedded.ts';
import { createFirebase } from './identity/firebase.ts';
import { identityCalls } from './identity/identity-calls.ts';
import { createBrowserSessions, requireSession, requireSessionStill } from './identity/sessions.ts';
import { requireKey } from './ingest/access.ts';
import { ingestCalls } from './ingest/ingest-calls.ts';
import { createLinkReader, getInviter } from './invites/find-inviter.ts';
import { createInvitePage } from './invites/invite-page.ts';
import { InvitePainter } from './invites/invite-painter.ts';
import { createInvitePicture, pictureRequests } from './invites/invite-picture.ts';
import { createListedPages } from './invites/listed-pages.ts';
import { openPersonalPages } from './invites/personal-pages.ts';
import { trackInvite } from './invites/track-invite.ts';
import { launchCalls } from './launch/launch-calls.ts';
import { readLetterTemplates } from './letters/compose-letter.ts';
import { createLetterTokens } from './letters/letter-tokens.ts';
import { openMail } from './letters/mailer.ts';
import { returnedLetterCalls } from './letters/returned-letters.ts';
import { loggerOptions } from './log.ts';
import { mailingCalls } from './mailings/mailing-calls.ts';
import { scheduleNotices } from './notices/notice-job.ts';
import { createHealth } from './operations/health.ts';
import { createMetrics, createMetricsPage, METRICS_PATH } from './operations/metrics.ts';
import { scheduleRetention } from './operations/retention-job.ts';
import type { Build } from './pages/build.ts';
import { openSite, sendAnalytics, sendFile, sendPage, withoutSlash } from './pages/site.ts';
import {
  createAndroidAppLinks,
  createAppleAppLinks,
  createSecurityContact,
  SECURITY_PATH,
} from './pages/well-known.ts';
import { arrivalCalls } from './waitlist/arrivals.ts';
import { createFormSignUp } from './waitlist/form-sign-up.ts';
import {
  hasLinksOfMail,
  letterLinkCalls,
  limitWithMail,
  openLeavePage,
} from './waitlist/letter-link-calls.ts';
import { createLetterPages } from './waitlist/letter-pages.ts';
import { createSignUp, joinWaitlist, schemasWithoutMail } from './waitlist/sign-up.ts';
import { teamWaitlistCalls } from './waitlist/team-waitlist-calls.ts';
import { waveCalls } from './waitlist/wave-calls.ts';

/** In UTF-8 a character has up to four bytes, and percent-encoding writes each byte with three characters. */
const MAX_PARAMETER_CHARACTERS = MAX_INVITER_ID_CHARACTERS * 4 * 3;

/** Makes the app; the caller calls `listen`. Closing the app does not close the storage. */
export async function createApp(given: AppParts, build: Build): Promise<FastifyApp> {
  const followed = await followAvailability(given);
  const parts = { ...given, availability: followed.current };
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
    // Before anything decodes the address of a request.
    rewriteUrl: ({ url = '' }) => boundParameters(url),
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
  answerErrors(app, notFound);
  // All that happens to a request before its handler, in this order. Limits before access, so that refused requests count.
  app.addHook('onRequest', (_request, reply, done) => done(void reply.headers(headers)));
  app.addHook('onRequest', findSource(app, isTrusted));
  app.addHook('onRequest', applyLimits(app, parts));
  app.addHook('onRequest', requireKey(app, parts));
  app.addHook('onRequest', requireSession(app, sessions, parts.clock));
  readJsonBodies(app);
  // Now the schema of the call has checked the body.
  app.addHook('preHandler', requireSessionStill(sessions, parts.clock));
  const sendOpenApi = await describeCalls(app);

  const health = createHealth(app, parts);
  const painter = new InvitePainter(build.invitePicture);
  const readLink = createLinkReader(app, parts);
  const sendPersonal = openPersonalPages(build, parts, (name) => painter.versionOf(name));
  const listedPage = createListedPages(parts, build, readLink, sendPersonal, site);
  const invitePage = createInvitePage(parts, build, readLink, sendPersonal, notFound);
  const { pages, files } = site();
  const invitePicture = createInvitePicture(app, parts, painter, () => site().files, notFound);
  const botCheck = createBotCheck(parts);
  const { identity, mail } = parts;
  const provider =
    identity.provider === 'embedded'
      ? createEmbedded(app, parts, identity, botCheck)
      : createFirebase(parts, identity);
  const letters = await readLetterTemplates();
  const signUp = createSignUp(app, parts, botCheck, mail && limitWithMail(mail.budget));
  const tokens = hasLetterLinks
    ? createLetterTokens(await parts.storage.letters.secret())
    : undefined;
  if (tokens && mail) await openMail(app, parts, mail, letters, tokens);
  const handlers: Handlers = {
    joinWaitlist: joinWaitlist(signUp),
    ...letterLinkCalls(parts, tokens),
    getChallenge: () => botCheck.challenge(),
    getInviter: getInviter(parts),
    trackInvite: trackInvite(app, parts, sessions.isAdmin),
    ...ingestCalls(parts),
    ...identityCalls(parts, provider, sessions),
    ...analyticsCalls(parts, sessions),
    ...availabilityCalls(parts),
    ...teamWaitlistCalls(parts, sessions),
    ...waveCalls(parts),
    ...mailingCalls(parts, sessions, letters),
    ...arrivalCalls(parts),
    ...returnedLetterCalls(parts),
    ...launchCalls(parts),
  };
  const lastRetention = scheduleRetention(app, parts);
  scheduleNotices(app, parts);
  const connections = guardConnections(app);
  const metricsPage = createMetricsPage(app, parts, { connections, lastRetention });

  // All that the site answers. Any other method or path gets 404.
  registerCalls(app, handlers, mail ? {} : schemasWithoutMail);
  app.get(OPEN_API_PATH, sendOpenApi);
  const listed: readonly string[] = Object.values(listedScreens);
  for (const path of listed) app.get(path, listedPage(path));
  const unlisted = [...pages.keys()].filter((path) => !listed.includes(path));
  for (const path of unlisted) app.get(path, sendPage(site, path));
  // The id of the path is ignored: the query has the id of the inviter.
  app.get(`${INVITE_PATH}/:id?`, invitePage);
  app.get(`${INVITE_PATH}/:id/`, invitePage);
  app.get(INVITE_PICTURE_ROUTE, { config: { rateLimit: pictureRequests } }, invitePicture);
  app.get(ANALYTICS_PATH, sendAnalytics(site, identity.provider));
  for (const path of [...pages.keys(), ANALYTICS_PATH]) {
    if (path !== listedScreens.home) app.get(`${path}/`, withoutSlash(path));
  }
  // The form of browsers without JavaScript: POST /.
  app.register(createFormSignUp(app, parts, build, signUp));
  if (tokens) {
    app.get(calls.leaveWaitlist.path, openLeavePage);
    app.register(createLetterPages(parts, build, tokens));
  }
  for (const path of files.keys()) app.get(path, sendFile(site, path));
  app.get('/.well-known/apple-app-site-association', createAppleAppLinks());
  const androidAppLinks = createAndroidAppLinks(parts);
  if (androidAppLinks) app.get('/.well-known/assetlinks.json', androidAppLinks);
  app.get(SECURITY_PATH, createSecurityContact(parts));
  app.get('/healthz', health.alive);
  app.get('/readyz', health.ready);
  app.get(METRICS_PATH, metricsPage);
  return app;
}
