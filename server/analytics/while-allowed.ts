/**
 * Yields the parts of an answer, and checks access before each part.
 * @throws if access has ended, which aborts the answer
 */
export async function* whileAllowed<Step>(
  steps: AsyncIterable<Step>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Step> {
  for await (const step of steps) {
    if (!(await isAllowed())) throw new Error('The user has lost access.');
    yield step;
  }
}
