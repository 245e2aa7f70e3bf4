/** The forms of ISO 8601 that are accepted. Each has an offset, because a local time is not one moment. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Unlike `Date.parse`, refuses local times, dates that do not exist, such as 31 June, and free text with a date.
 *
 * @param text ISO 8601 with an offset
 * @returns milliseconds since 1970 UTC; undefined for any other text
 */
export function parseInstant(text: string): number | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}
