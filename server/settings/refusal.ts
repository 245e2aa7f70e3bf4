/** The site or a command cannot start. Each line of the message names one cause, such as a wrong setting. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/**
 * Runs all checks, also after one has refused, so that an operator sees every mistake at once.
 *
 * @returns the results of the checks
 * @throws StartRefusal with the messages of all checks that refused
 */
export function checkAll<Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): { [Index in keyof Checks]: ReturnType<Checks[Index]> } {
  const refusals: string[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof StartRefusal)) throw error;
      return refusals.push(error.message);
    }
  });
  if (refusals.length > 0) throw new StartRefusal(refusals.join('\n'));
  return results as { [Index in keyof Checks]: ReturnType<Checks[Index]> };
}
