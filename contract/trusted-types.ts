/**
 * The name of the only Trusted Types policy that a page may create (`trusted-types entry` in the server's CSP). The
 * page's inline script creates this policy to load a fixed list of the site's scripts. The CSP of a dashboard with
 * Firebase has no such rule.
 */
export const TRUSTED_TYPES_POLICY = 'entry';
