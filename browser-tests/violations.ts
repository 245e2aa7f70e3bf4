import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules to check: all, or only those that depend on colours. */
export type Rules = 'all' | 'of colours';

/** Rules whose result depends on colours. If only colours change, the results of all other rules stay the same. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Finds the elements of a page that violate a rule of axe, by the rule's name. This is several times faster than
 * `@axe-core/playwright`, which also searches frames of other sites and returns every rule that passes.
 *
 * @param rules 'of colours' is enough for a page that was searched with all rules at another hour, or in another scheme
 */
export async function findViolations(
  page: Page,
  rules: Rules = 'all',
): Promise<[rule: string, html: string[]][]> {
  // Once for each document, because loading axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly = rules === 'all' ? {} : { runOnly: COLOUR_RULES };
  return await page.evaluate(async (some) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe;
    const resultTypes = ['violations' as const, 'incomplete' as const];
    const { violations, incomplete } = await run(document, {
      resultTypes,
      selectors: false,
      ...some,
    });
    const found = violations.map(({ id, nodes }): [string, string[]] => [
      id,
      nodes.map(({ html }) => html),
    ]);
    // Text with the colour of its background may be hidden on purpose, so axe reports it as incomplete, not as a violation.
    const unseen = incomplete
      .flatMap(({ nodes }) => nodes)
      .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'));
    return unseen.length === 0
      ? found
      : [...found, ['text without contrast', unseen.map(({ html }) => html)]];
  }, runOnly);
}

/**
 * Checks the page in dark and in light mode.
 *
 * @param ignored names of rules
 */
export async function expectNoViolations(
  page: Page,
  ignored: readonly string[] = [],
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await findViolations(page, colorScheme === 'light' ? 'all' : 'of colours');
    const violations = found.filter(([rule]) => !ignored.includes(rule));
    expect(violations, `in ${colorScheme} mode`).toEqual([]);
  }
}
