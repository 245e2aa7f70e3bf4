/** A check of one promise of the site that needs brute force or minutes. */
export interface Proof {
  /** As in `npm run prove D1`. The letters: see `AREAS` in `run.ts`. */
  id: string;
  promise: string;
  /** The variants on which it is proved one after the other, such as engines, if there are several. */
  variants?: readonly string[];
  /**
   * Runs the proof, a few minutes at most.
   *
   * @param variant one of `variants`
   * @returns the figure that was seen, for people
   * @throws with what was seen instead, when the promise does not hold
   */
  run(variant: string): Promise<string>;
  /** Shows that the proof can fail, or says why nothing can show it. */
  control: Control;
}

/** The negative control of a proof: its own check, with the protection off, which must fail. */
export type Control =
  | {
      /** The protection that is off, such as "synchronous_commit". */
      without: string;
      /** The variants on which it can be shown, if not all of the proof's. */
      variants?: readonly string[];
      /**
       * @param variant one of `variants`, of the proof unless there are some here
       * @returns what the check saw without the protection, for people
       * @throws when the check passes all the same: then the proof proves nothing
       */
      run(variant: string): Promise<string>;
    }
  /** What `run` itself switches off, and prints with its figure. */
  | { inRun: string }
  /** Why nothing can be switched off. */
  | { none: string };

/** @throws with the sentence, when what it says is wanted does not hold */
export function require(holds: boolean, wanted: string): asserts holds {
  if (!holds) throw new Error(wanted);
}

/**
 * Runs a check that must fail, for a control.
 *
 * @param as what it must say: a check that fails for another reason shows nothing
 * @returns what it said
 * @throws when it passes, or fails otherwise
 */
export async function expectFailure(as: RegExp, check: () => Promise<unknown>): Promise<string> {
  const seen = await check().then(
    (figure) => new Error(`The check passes all the same: ${figure}`),
    (error: unknown) => error,
  );
  if (seen instanceof Error && as.test(seen.message)) return seen.message;
  throw seen;
}
