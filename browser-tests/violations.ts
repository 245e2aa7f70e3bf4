import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** It comes with the package that others drive it by. */
const driver = createRequire(fileURLToPath(import.meta.resolve('@axe-core/playwright')));
const axeSource = readFileSync(driver.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What of a page breaks a rule of accessibility that axe knows: by the rule's name, the elements.
 * Several times as fast as by axe's own driver, which looks into frames of other sites, of which we have
 * none, and hands over all that is well.
 */
export async function findViolations(page: Page): Promise<[rule: string, html: string[]][]> {
  await page.evaluate(axeSource);
  return await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}
