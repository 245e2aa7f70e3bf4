import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What of a page breaks a rule of accessibility that axe knows: by the rule's name, the elements.
 * Several times as fast as axe's usual way, which looks into frames of other sites, of which we have
 * none, and hands over all that is well.
 */
export async function findViolations(page: Page): Promise<[rule: string, html: string[]][]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
