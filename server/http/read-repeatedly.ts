/** A value that was replaced in the database is used at most so much longer. */
export const READ_AGAIN_AFTER_MS = 10_000;

/**
 * For a value that is needed at each request and hardly ever changes.
 *
 * @returns tells the value as it was read last, and reads it again now and then without waiting for it
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
        // A database that is away; the value stays until the next time.
        () => {},
      );
    }
    return value;
  };
}
