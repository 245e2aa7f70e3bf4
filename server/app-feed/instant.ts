/** What `Date.parse` would also take is left out: local times, months of 31 days that have 30, prose. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** @param text ISO 8601 with its offset. @returns milliseconds since 1970 UTC, or undefined */
export function parseInstant(text: string): number | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}
