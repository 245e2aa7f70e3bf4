import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { ExclusionReason } from '../../storage/storage.ts';

/** Longer than any browser's. Classifying a longer one would only cost time. */
const MAX_USER_AGENT_CHARACTERS = 1_024;
/** Most visitors share a few hundred User-Agents; a lookup costs a tenth of a new check. */
const USER_AGENTS_REMEMBERED = 1_000;

/** Headers of a browser that prefetches or prerenders a page. */
const LOADED_AHEAD = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** TikTok's app prefetches the links of a video, and only this header says so. */
const APP_LOADS_AHEAD = /thirdLandingPageFeInfra/;

/**
 * Programs that make link previews for chats. Some share a name with an app whose browser people use, so the position
 * matters: "WhatsApp/2" at the start is the preview fetcher (Signal sends it too), later in the text it is a person
 * at a computer.
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

/** Every browser engine that can run our pages names itself. Anything else is a program. */
const ENGINE = /AppleWebKit\/|Gecko\/|Trident\/|Presto\/|^UCWEB\/|^\[FBAN\//;

/**
 * Parts in which phones and apps name themselves, ignored when looking for robots: there is a phone called Discovery,
 * and Instagram writes "Google" for every Pixel.
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
 * The reason not to count a request, by its headers; undefined for a person. A robot that imitates a browser exactly
 * is counted: only the limits stop it.
 */
export function whyExcluded(headers: IncomingHttpHeaders): ExclusionReason | undefined {
  if (PURPOSE_HEADERS.some((name) => LOADED_AHEAD.test(String(headers[name] ?? ''))))
    return 'prefetch';
  const userAgent = headers['user-agent'] ?? '';
  if (userAgent.length > MAX_USER_AGENT_CHARACTERS) return 'bot';
  if (!remembered.has(userAgent)) remember(userAgent);
  return remembered.get(userAgent);
}

const remembered = new Map<string, ExclusionReason | undefined>();

function remember(userAgent: string): void {
  // Only a flood of invented names fills the cache, so clearing all of it is good enough.
  if (remembered.size === USER_AGENTS_REMEMBERED) remembered.clear();
  remembered.set(userAgent, classify(userAgent));
}

function classify(userAgent: string): ExclusionReason | undefined {
  if (APP_LOADS_AHEAD.test(userAgent)) return 'prefetch';
  if (LINK_PREVIEW.test(userAgent)) return 'link-preview';
  if (!ENGINE.test(userAgent)) return 'bot';
  return isbot(userAgent) && isbot(userAgent.replace(OWN_NAMES, '')) ? 'bot' : undefined;
}
