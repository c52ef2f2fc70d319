import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { atRest, expect } from './browser.ts';

/** What axe finds in the page as it stands at rest: rule and elements, a line each. With `part` in that alone, without what it frames. */
export async function accessibilityFaults(page: Page, part?: string): Promise<string[]> {
  await atRest(page);
  // Of what is in order only one element a rule is described, which saves a third of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (part) axe.include(part).exclude('iframe');
  // The usual mode opens a page of its own to gather what frames say, which takes longer than looking.
  if (part || page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** axe finds nothing in the page as it stands at rest. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}
