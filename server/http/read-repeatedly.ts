/** A replaced value may still be used for this long. */
export const READ_AGAIN_AFTER_MS = 10_000;

/**
 * For a database value that every request needs and that rarely changes.
 *
 * @returns a function that gives the last value read, and refreshes it in the background
 */
export async function readRepeatedly<Value extends object>(
  read: () => Promise<Value>,
  clock: () => number,
): Promise<() => Value> {
  let value: Value = await read();
  let readAt = clock();
  return () => {
    if (Math.abs(clock() - readAt) >= READ_AGAIN_AFTER_MS) {
      readAt = clock();
      read().then(
        (latest) => {
          value = latest;
        },
        // The database is unavailable: keep the value until the next refresh.
        () => {},
      );
    }
    return value;
  };
}
