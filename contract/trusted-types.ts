/**
 * The only Trusted Types policy that a page may create (`trusted-types entry` in the server's CSP): the page's
 * inline script creates it, to load the page's own script and nothing else.
 */
export const TRUSTED_TYPES_POLICY = 'entry';
