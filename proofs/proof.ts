/** One promise of the site, put to the test by force. */
export interface Proof {
  /** Short enough to type: `npm run prove D1`. */
  id: string;
  promise: string;
  /** On what it is proved, one after the other, where that is more than one thing. */
  grounds?: readonly string[];
  /**
   * Runs the proof, a few minutes at most.
   *
   * @param ground one of `grounds`
   * @returns the figure that was seen, for people
   * @throws with what was seen instead, when the promise does not hold
   */
  run(ground: string): Promise<string>;
  /** Shows that the proof can fail, or says why nothing can show it. */
  control: Control;
}

/** The negative control of a proof: its own check, with the protection off, which must fail. */
export type Control =
  | {
      /** The protection that is off, such as "synchronous_commit". */
      without: string;
      /** On which of the proof's it can be shown, where that is not all of them. */
      grounds?: readonly string[];
      /**
       * @param ground one of `grounds`, of the proof unless there are some here
       * @returns what the check saw without the protection, for people
       * @throws when the check passes all the same: then the proof proves nothing
       */
      run(ground: string): Promise<string>;
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
