/** The limits for loading the identity provider in the browser (spec §7). */
export const SETUP_RETRIES = 3;
export const SETUP_PAUSE_MS = 1_000;
export const SETUP_TIMEOUT_MS = 5_000;
