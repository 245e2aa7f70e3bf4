/** The first use of a value that was read at least this long ago starts a new read, and still gets the old value. */
export const READ_AGAIN_AFTER_MS = 10_000;

/**
 * Caches a value of the database that every request needs and that rarely changes.
 *
 * @returns a function that returns the cached value, and reads the value again in the background if the cached value is
 *   too old
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
