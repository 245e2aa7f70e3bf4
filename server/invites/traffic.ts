import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { ExclusionReason } from '../../storage/storage.ts';

/** Longer than any that a browser sends. A longer one is nobody's, and must not take its time. */
const MAX_USER_AGENT_CHARACTERS = 1_024;
/** Nearly all visitors share a few hundred, and looking one up costs a tenth of asking again. */
const USER_AGENTS_REMEMBERED = 1_000;

/** What a browser says when it loads a page that nobody has asked for yet. */
const LOADED_AHEAD = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** TikTok's app loads ahead what a video links to, and says so here only. */
const APP_LOADS_AHEAD = /thirdLandingPageFeInfra/;

/**
 * Programs that make the picture of a link in a chat. Some have the name of an app whose own browser
 * is a person's, so where the name stands matters: "WhatsApp/2" at the start is the picture's maker
 * (Signal says it too), further back it is a person at a computer.
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

/** Every engine that can run our pages puts its name there. What has no engine is a program. */
const ENGINE = /AppleWebKit\/|Gecko\/|Trident\/|Presto\/|^UCWEB\/|^\[FBAN\//;

/**
 * Where phones and apps name themselves, which takes nobody for a robot: there is a phone called
 * Discovery, and Instagram writes "Google" for every Pixel.
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
 * Says why a request is no person's doing, as far as its headers tell; undefined for a person. What
 * pretends to be a browser in every word passes: the limits are there for that.
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
  // Only a flood of invented names fills it, so forgetting all at once is good enough.
  if (remembered.size === USER_AGENTS_REMEMBERED) remembered.clear();
  remembered.set(userAgent, classify(userAgent));
}

function classify(userAgent: string): ExclusionReason | undefined {
  if (APP_LOADS_AHEAD.test(userAgent)) return 'prefetch';
  if (LINK_PREVIEW.test(userAgent)) return 'link-preview';
  if (!ENGINE.test(userAgent)) return 'bot';
  return isbot(userAgent) && isbot(userAgent.replace(OWN_NAMES, '')) ? 'bot' : undefined;
}
