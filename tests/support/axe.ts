import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { atRest, expect } from './browser.ts';

/** axe finds nothing in the page as it stands at rest; what it finds is named with the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  await atRest(page);
  const axe = new AxeBuilder({ page });
  // The usual mode opens a page of its own to gather what frames say, which takes longer than looking.
  if (page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}
