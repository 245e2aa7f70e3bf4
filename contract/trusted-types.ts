/**
 * The name of the only Trusted Types policy that a page may create (`trusted-types entry` in the server's CSP). The
 * page's inline script creates it, and its only use is to load the page's own script.
 */
export const TRUSTED_TYPES_POLICY = 'entry';
