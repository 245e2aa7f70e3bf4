import type { Page } from '@playwright/test';
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
    const options = { resultTypes: ['violations' as const], selectors: false, ...some };
    const { violations } = await run(document, options);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, runOnly);
}
