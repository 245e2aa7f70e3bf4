import type { Reporter, Suite } from '@playwright/test/reporter';

/** Says at the end how many tests were skipped because their browser is not installed. */
// biome-ignore lint/style/noDefaultExport: Playwright reads a reporter from the default export
export default class SayMissingBrowsers implements Reporter {
  #all: Suite | undefined;

  onBegin(_: unknown, all: Suite): void {
    this.#all = all;
  }

  onEnd(): void {
    const reasons = (this.#all?.allTests() ?? [])
      .flatMap(({ annotations }) => annotations)
      .filter(({ type }) => type === 'skip')
      .map(({ description = '' }) => description);
    for (const reason of new Set(reasons)) {
      const count = reasons.filter((each) => each === reason).length;
      process.stdout.write(`${reason}: its ${count} tests were not run. See CONTRIBUTING.md.\n`);
    }
  }
}
