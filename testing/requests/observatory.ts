/**
 * Scores an answer over https as Mozilla's HTTP Observatory does, by its published table ("Tests and scoring",
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, and mdn/mdn-http-observatory). Three
 * of its checks are left out: redirect and certificate, because they depend on the proxy and can only cost points; and
 * the preload list, because a header alone is not enough for it.
 */

export interface Answer {
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  html: string;
}

/** The Observatory's points for each finding, by its names. */
const MODIFIERS = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-header-invalid': -25,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-not-found': 0,
  'cookies-not-as-they-should-be': -40,
  'cross-origin-resource-sharing-not-implemented': 0,
  'cross-origin-resource-sharing-implemented': -50,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'sri-not-implemented-but-no-scripts-loaded': 0,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-and-external-scripts': -50,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 0,
  'x-frame-options-not-implemented': -20,
  'cross-origin-resource-policy-implemented-with-same-origin': 10,
  'cross-origin-resource-policy-not-implemented': 0,
  'cross-origin-resource-policy-header-invalid': -5,
} as const;
export type Finding = keyof typeof MODIFIERS;

const BASELINE = 100;
/** Bonus points are added only if the score without them reaches this. */
const LEAST_FOR_BONUS = 90;
const SIX_MONTHS_S = 15_552_000;
const BROAD = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/;
const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

/** Where the table has several grades of a fault, the worst is used. */
export function observe(answer: Answer): { score: number; findings: readonly Finding[] } {
  const { html } = answer;
  const header = (name: string) => answer.headers[name]?.toString().trim().toLowerCase();
  const policy = parsePolicy(header('content-security-policy'));
  const findings = [
    rateScripts(policy),
    rateCookies([answer.headers['set-cookie'] ?? []].flat().map(String)),
    header('access-control-allow-origin')
      ? 'cross-origin-resource-sharing-implemented'
      : 'cross-origin-resource-sharing-not-implemented',
    rateReferrer(header('referrer-policy')),
    rateTransport(header('strict-transport-security')),
    rateIntegrity(html),
    header('x-content-type-options') === 'nosniff'
      ? 'x-content-type-options-nosniff'
      : 'x-content-type-options-not-implemented',
    rateFraming(policy, header('x-frame-options')),
    rateResourcePolicy(header('cross-origin-resource-policy')),
  ] satisfies Finding[];
  const points = findings.map((finding) => MODIFIERS[finding]);
  const taken = sum(points.filter((modifier) => modifier < 0));
  const added = sum(points.filter((modifier) => modifier > 0));
  const score = BASELINE + taken;
  return { score: Math.max(0, score >= LEAST_FOR_BONUS ? score + added : score), findings };
}

type Policy = ReadonlyMap<string, readonly string[]>;

/** @returns undefined without a policy; an empty policy if a directive is repeated */
function parsePolicy(text: string | undefined): Policy | undefined {
  if (text === undefined) return undefined;
  const directives = text.split(';').map((part) => part.trim().split(/\s+/));
  const policy = new Map(directives.map(([name = '', ...sources]) => [name, sources]));
  return policy.size === directives.length ? policy : new Map();
}

function rateScripts(policy: Policy | undefined): Finding {
  if (!policy) return 'csp-not-implemented';
  const fallback = policy.get('default-src') ?? ['*'];
  const scripts = withoutOverruled(policy.get('script-src') ?? fallback);
  const styles = withoutOverruled(policy.get('style-src') ?? fallback);
  const objects = policy.get('object-src') ?? fallback;
  const insecure = [...policy].filter(([, sources]) => sources.some(isInsecure));
  const isActive = insecure.some(([name]) => name !== 'img-src' && name !== 'media-src');
  if (policy.size === 0 || allowsNoScript(scripts)) return 'csp-header-invalid';
  if (scripts.some(isUnsafe) || objects.some(isBroad)) return 'csp-implemented-with-unsafe-inline';
  if (isActive) return 'csp-implemented-with-insecure-scheme';
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  if (insecure.length > 0) return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  if (styles.some(isUnsafe)) return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe';
}

/** With 'strict-dynamic' but without a hash or nonce no script may run. */
function allowsNoScript(scripts: readonly string[]): boolean {
  return scripts.includes("'strict-dynamic'") && !scripts.some(isHash);
}

/** Browsers ignore 'unsafe-inline' if there is a hash or a nonce, and hosts if there is 'strict-dynamic'. */
function withoutOverruled(sources: readonly string[]): readonly string[] {
  if (!sources.some(isHash)) return sources;
  const isDynamic = sources.includes("'strict-dynamic'");
  return sources.filter(
    (source) => source !== "'unsafe-inline'" && !(isDynamic && isBroad(source)),
  );
}

function isHash(source: string): boolean {
  return /^'(sha(256|384|512)|nonce)-/.test(source);
}

function isBroad(source: string): boolean {
  return BROAD.test(source);
}

function isUnsafe(source: string): boolean {
  return isBroad(source) || source === "'unsafe-inline'" || source === 'data:';
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}

function rateCookies(cookies: readonly string[]): Finding {
  if (cookies.length === 0) return 'cookies-not-found';
  const wanted = [/; secure(;|$)/i, /; httponly(;|$)/i, /; samesite=(strict|lax)(;|$)/i];
  const areGood = cookies.every((cookie) => wanted.every((part) => part.test(cookie)));
  return areGood
    ? 'cookies-secure-with-httponly-sessions-and-samesite'
    : 'cookies-not-as-they-should-be';
}

function rateReferrer(policy: string | undefined): Finding {
  if (!policy) return 'referrer-policy-not-implemented';
  return PRIVATE.includes(policy) ? 'referrer-policy-private' : 'referrer-policy-unsafe';
}

function rateTransport(policy: string | undefined): Finding {
  const [, seconds] = /^max-age=(\d+)(;|$)/.exec(policy ?? '') ?? [];
  if (!seconds) return 'hsts-not-implemented';
  return Number(seconds) >= SIX_MONTHS_S
    ? 'hsts-implemented-max-age-at-least-six-months'
    : 'hsts-implemented-max-age-less-than-six-months';
}

/** Checks only the HTML, not what scripts load later. */
function rateIntegrity(html: string): Finding {
  const scripts = html.match(/<script\b[^>]*>/gi) ?? [];
  if (scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded';
  const areOurs = scripts.every((tag) => !/\ssrc\s*=\s*["']?(https?:)?\/\//i.test(tag));
  return areOurs
    ? 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
    : 'sri-not-implemented-and-external-scripts';
}

function rateFraming(policy: Policy | undefined, header: string | undefined): Finding {
  if (policy?.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp';
  return header === 'deny' || header === 'sameorigin'
    ? 'x-frame-options-sameorigin-or-deny'
    : 'x-frame-options-not-implemented';
}

function rateResourcePolicy(policy: string | undefined): Finding {
  if (!policy || policy === 'cross-origin') return 'cross-origin-resource-policy-not-implemented';
  return policy === 'same-origin' || policy === 'same-site'
    ? 'cross-origin-resource-policy-implemented-with-same-origin'
    : 'cross-origin-resource-policy-header-invalid';
}

function sum(points: readonly number[]): number {
  return points.reduce((total, point) => total + point, 0);
}
