import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { ExclusionReason } from '../../contract/invite-events.ts';

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
