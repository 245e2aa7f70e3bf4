/** Asks again before each step whether its reader may still have it. @throws where that is over, which cuts the answer */
export async function* whileAllowed<Step>(
  steps: AsyncIterable<Step>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Step> {
  for await (const step of steps) {
    if (!(await isAllowed())) throw new Error('The right to the figures has ended.');
    yield step;
  }
}
