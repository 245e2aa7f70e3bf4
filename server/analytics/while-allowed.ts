/** Checks access before each step. @throws if it has ended, which breaks off the answer */
export async function* whileAllowed<Step>(
  steps: AsyncIterable<Step>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Step> {
  for await (const step of steps) {
    if (!(await isAllowed())) throw new Error('The right to the figures has ended.');
    yield step;
  }
}
