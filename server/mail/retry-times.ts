const inMs = (minutes: number) => minutes * 60_000;

/** The times between attempts to send a letter. Greylisting ends after minutes, a full mailbox after days. */
export const RETRIES_MS = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map(inMs);
/** The pauses, one after the other, while no letter can be sent. The last one is repeated. */
export const PAUSES_MS = [1, 2, 5, 15].map(inMs);
