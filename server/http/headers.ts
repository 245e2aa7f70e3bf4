import { TRUSTED_TYPES_POLICY } from '../../contract/screens.ts';

/** Browser features that no page needs. They are disabled, so that injected code cannot use them either. */
const REFUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

const HSTS_SECONDS = 2 * 365 * 24 * 60 * 60;

/**
 * The policy of every response that is not a page: browsers run no script in the response, and do not show it in a
 * frame.
 */
const NOTHING_RUNS =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every answer, errors included. No browser or cache may keep an answer, unless its route says so.
 *
 * @param https whether visitors use https
 */
export function securityHeaders({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': NOTHING_RUNS,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    // Other sites get none. Our own pages read from it by whose link the visitor came: see `createListedPages`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  };
}

/** What the Content-Security-Policy of one page allows. */
interface Allowed {
  /**
   * Hashes of the page's inline scripts, such as `sha256-…`. These scripts may create script elements
   * ('strict-dynamic'), but may not import() modules.
   */
  scripts: readonly string[];
  /** Hashes of the page's inline styles. */
  styles: readonly string[];
  sources: Sources;
}

/** What a page may use in addition to the site's own files. Sources are in CSP syntax. */
export interface Sources {
  images?: readonly string[];
  connections?: readonly string[];
  frames?: readonly string[];
  /** Whether the page's forms may be sent to the site. */
  forms?: true;
  /** Whether the page loads external scripts that do not support Trusted Types. */
  untypedScripts?: true;
}

/** The Content-Security-Policy of one page: it allows exactly the scripts and styles of the build. */
export function pagePolicy({ scripts, styles, sources }: Allowed): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`).join(' ');
  return [
    "default-src 'none'",
    scripts.length > 0 ? `script-src 'strict-dynamic' ${quoted(scripts)}` : "script-src 'none'",
    styles.length > 0 ? `style-src ${quoted(styles)}` : "style-src 'none'",
    ["img-src 'self'", ...(sources.images ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(sources.connections ?? [])].join(' '),
    ...(sources.frames ? [`frame-src ${sources.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${sources.forms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    ...(sources.untypedScripts
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types ${TRUSTED_TYPES_POLICY}`]),
  ].join('; ');
}
