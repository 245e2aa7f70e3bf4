import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Says at the end which tests were skipped because their browser is not installed. */
// biome-ignore lint/style/noDefaultExport: Playwright reads a reporter from the default export
export default class SayMissingBrowsers implements Reporter {
  readonly #reasons = new Set<string>();

  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type === 'skip' && description) this.#reasons.add(description);
    }
  }

  onEnd(): void {
    for (const reason of this.#reasons) {
      process.stdout.write(`${reason}: its tests were not run. See CONTRIBUTING.md.\n`);
    }
  }
}
