/** One promise of the site, put to the test by force. */
export interface Proof {
  /** Short enough to type: `npm run prove D1`. */
  id: string;
  promise: string;
  /**
   * Runs the proof, a few minutes at most.
   *
   * @returns the figure that was seen, for people
   * @throws with what was seen instead, when the promise does not hold
   */
  run(): Promise<string>;
}

/** @throws with the sentence, when what it says is wanted does not hold */
export function require(holds: boolean, wanted: string): asserts holds {
  if (!holds) throw new Error(wanted);
}
