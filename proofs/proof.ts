/** A check of one promise of the site that needs brute force or several minutes. */
export interface Proof {
  /** Such as `D1`, for `npm run prove D1`. */
  id: string;
  promise: string;
  /** The variants, such as engines, on which the proof runs one after the other. */
  variants?: readonly string[];
  /**
   * @param variant one of `variants`
   * @returns a text with the measured figures
   * @throws an error with the measured figures, when the promise does not hold
   */
  run(variant: string): Promise<string>;
  /** The same check with the protection off, by a setting or a test double. It must fail. */
  control: {
    /** The protection that is off, such as "syncs". */
    without: string;
    /** The variants on which the control runs; by default all variants of the proof. */
    variants?: readonly string[];
    /**
     * @returns a text with the figures that were measured without the protection
     * @throws when the check passes anyway: then the proof shows nothing
     */
    run(variant: string): Promise<string>;
  };
}

/** @throws an error with the message `failure`, unless the condition holds */
export function require(holds: boolean, failure: string): asserts holds {
  if (!holds) throw new Error(failure);
}

/**
 * Runs a check that must fail, for a control.
 *
 * @param as matches the expected message, because a check that fails for another reason shows nothing
 * @returns the message
 * @throws when the check passes, or fails with another message
 */
export async function expectFailure(as: RegExp, check: () => Promise<unknown>): Promise<string> {
  const seen = await check().then(
    (figure) => new Error(`The check passes anyway: ${figure}`),
    (error: unknown) => error,
  );
  if (seen instanceof Error && as.test(seen.message)) return seen.message;
  throw seen;
}
