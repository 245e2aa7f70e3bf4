/** Stricter than `Date.parse`, which also accepts local times, 31 June, and free text with a date. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** @param text ISO 8601 with an offset. @returns milliseconds since 1970 UTC, or undefined */
export function parseInstant(text: string): number | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}
