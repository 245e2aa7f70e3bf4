import type { IncomingHttpHeaders } from 'node:http';
import { Counter } from '@prometheus-io/client';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import {
  type ExclusionReason,
  exclusionReasons,
  trackedActions,
} from '../../contract/invite-events.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';

/**
 * Counts an event of an invite page. A robot gets the same answer as a person, and is counted separately. If only this
 * machine can reach the site, tools such as curl or a headless browser count like people. Visits
 * of a browser that is signed in to the dashboard are not counted, because they are the team's own.
 */
export function trackInvite(
  app: FastifyApp,
  parts: AppParts,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'trackInvite'> {
  const { storage, clock, ownMachine } = parts;
  const visits = countVisits(app);
  const whyNotCounted = async (request: FastifyRequest) => {
    const reason = whyExcluded(request.headers);
    if (reason && !(reason === 'bot' && ownMachine)) return reason;
    return (await isAdmin(request)) ? 'team' : undefined;
  };
  return async (request) => {
    const { refUserId, action, eventId } = request.body;
    // UTF-8 cannot encode a lone surrogate: it would become U+FFFD, and the event could count for another id.
    if (!refUserId.isWellFormed()) throw errors.unknownInviter();
    const excluded = await whyNotCounted(request);
    const visit = { inviterId: refUserId, action, eventId, at: clock(), excluded };
    const outcome = await storage.visits.record(visit);
    if (outcome === 'unknown-inviter') throw errors.unknownInviter();
    visits.inc({ action, outcome: excluded ?? outcome });
    return { tracked: true };
  };
}

/** Visits to unknown inviters are answered with 404, and only the metric of HTTP answers counts them. */
function countVisits(app: FastifyApp): Counter<'action' | 'outcome'> {
  const visits = new Counter({
    name: 'site_invite_visits_total',
    help: 'Page views and button presses on invite pages, by outcome.',
    labelNames: ['action', 'outcome'],
    registers: [app.metrics],
  });
  // Prometheus does not see the first increase of a series that is new.
  for (const action of trackedActions) {
    for (const outcome of ['counted', 'repeated', ...exclusionReasons])
      visits.inc({ action, outcome }, 0);
  }
  return visits;
}

/** No browser sends a longer User-Agent. A longer one counts as a robot, and no time is spent on its classification. */
const MAX_USER_AGENT_CHARACTERS = 1_024;
/** A browser that prefetches, prerenders or previews a page sends one of these words in one of these headers. */
const PRELOADED = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** TikTok's app prefetches the links of a video. Only this part of its User-Agent shows that. */
const APP_PRELOADS = /thirdLandingPageFeInfra/;

/**
 * Programs that make link previews for chats. Some have the same name as an app whose built-in browser people use.
 * So the position of the name matters: "WhatsApp/2" at the beginning is the preview fetcher of WhatsApp or Signal;
 * "WhatsApp" later in the text is a person who uses the app on a computer.
 */
const LINK_PREVIEW = new RegExp(
  [
    '^(whatsapp|viber|snapchat|mastodon|pinterest|iframely|facebookcatalog|synapse \\(bot)\\b',
    '\\(mastodon/',
    'compatible; (tumblr|vkshare|odklbot|embedly|bluesky cardyb)',
    'facebookexternalhit|facebot|meta-externalfetcher',
    '(twitter|linkedin|pinterest|reddit|telegram|discord|slack|bitly)bot',
    'slack-imgproxy|skypeuripreview|google-pagerenderer|snap url preview|link preview',
  ].join('|'),
  'i',
);

/**
 * All browser engines that can run our pages have one of these in their User-Agent. A User-Agent without any of these
 * is a program.
 */
const ENGINE = /AppleWebKit\/|Gecko\/|Trident\/|Presto\/|^UCWEB\/|^\[FBAN\//;

/**
 * Parts of a User-Agent that name the phone or the app. The search for robots ignores them, because some look like
 * robots: a phone is called Discovery, and Instagram writes "Google" for every Pixel.
 */
const OWN_NAMES = new RegExp(
  [
    String.raw`\(Linux; (?:U; )?Android(?:[^()]|\([^()]*\))*\)`,
    String.raw`\b(?:Instagram|Barcelona) [\d.]+ (?:Android )?\((?:[^()]|\([^()]*\))*\)`,
    String.raw`\[FB[^\]]*\]`,
  ].join('|'),
  'g',
);

/**
 * @returns why a request does not count, from its headers; undefined if it counts. A robot that sends the same headers
 *   as a browser counts; only the limits per address bound its visits
 */
export function whyExcluded(headers: IncomingHttpHeaders): ExclusionReason | undefined {
  if (PURPOSE_HEADERS.some((name) => PRELOADED.test(String(headers[name] ?? ''))))
    return 'prefetch';
  const userAgent = headers['user-agent'] ?? '';
  if (userAgent.length > MAX_USER_AGENT_CHARACTERS) return 'bot';
  if (APP_PRELOADS.test(userAgent)) return 'prefetch';
  if (LINK_PREVIEW.test(userAgent)) return 'link-preview';
  if (!ENGINE.test(userAgent)) return 'bot';
  return isbot(userAgent) && isbot(userAgent.replace(OWN_NAMES, '')) ? 'bot' : undefined;
}
