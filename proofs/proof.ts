/** A check of one promise of the site that needs brute force or several minutes. */
export interface Proof {
  /** Such as `D1`, for `npm run prove D1`. `AREAS` in `run.ts` explains the letters. */
  id: string;
  promise: string;
  /** The variants, such as engines, on which the proof runs one after the other. */
  variants?: readonly string[];
  /**
   * Runs the proof, a few minutes at most.
   *
   * @param variant one of `variants`
   * @returns a text with the measured figures
   * @throws an error with the measured figures, when the promise does not hold
   */
  run(variant: string): Promise<string>;
  /** Shows that the proof can fail. */
  control: Control;
}

/** The negative control of a proof: the same check with the protection off, which must fail. */
export type Control =
  | {
      /** The protection that is off, such as "synchronous_commit". */
      without: string;
      /** The variants on which the control runs; by default all variants of the proof. */
      variants?: readonly string[];
      /**
       * @param variant one of `variants` or, if these are missing, one of the proof's variants
       * @returns a text with the figures that were measured without the protection
       * @throws when the check passes anyway: then the proof shows nothing
       */
      run(variant: string): Promise<string>;
    }
  /** The protection that `run` itself switches off. The figures of `run` include those of the control. */
  | { inRun: string };

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
