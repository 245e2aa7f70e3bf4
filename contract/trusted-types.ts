/**
 * The one Trusted Types policy that a page may make (`trusted-types entry` in the policy that the
 * server sends): the page's inline script makes it, to load the page's own script and nothing else.
 */
export const TRUSTED_TYPES_POLICY = 'entry';
