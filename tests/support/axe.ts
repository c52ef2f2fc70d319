import fs from 'node:fs';
import { createRequire } from 'node:module';
import { type Frame, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { ALL_LOOKS, atRest, expect } from './browser.ts';

declare global {
  interface Window {
    axe?: typeof axeCore;
  }
}

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about a page as a whole, which a frame in it need not keep. */
const OF_PAGES = [
  'bypass',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'meta-viewport',
  'meta-viewport-large',
  'page-has-heading-one',
];

/**
 * What axe finds in the page as it stands at rest: rule and elements, a line each. With `part` in that alone, without
 * what it frames.
 */
export async function accessibilityFaults(page: Page, part?: string): Promise<string[]> {
  await atRest(page);
  const found: string[] = [];
  for (const frame of part ? [page.mainFrame()] : page.frames()) {
    // The gateway's frame leaves the page behind it a moment later: what is gone has no faults.
    const faults = await faultsIn(frame, part).catch((error) => {
      if (frame.isDetached()) return [];
      throw error;
    });
    found.push(...faults);
  }
  return found;
}

async function faultsIn(frame: Frame, part?: string): Promise<string[]> {
  // A document keeps it: half a megabyte is not sent and read anew for each look.
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE);
  const rules = Object.fromEntries(frame.parentFrame() ? OF_PAGES.map((id) => [id, { enabled: false }]) : []);
  const look = { selector: part, rules };
  return frame.evaluate(async ({ selector, rules }) => {
    if (!window.axe) throw new Error('axe is not there');
    // Describing elements that are in order would cost a third of the time.
    window.axe.configure({ noHtml: true });
    const { violations } = await window.axe.run(selector ?? document, {
      resultTypes: ['violations'],
      selectors: false,
      elementRef: true,
      iframes: false,
      // Copies of all style sheets are for a rule that is off; films still tell whether they play by themselves.
      preload: { assets: ['media'] },
      rules,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ element }) => element?.outerHTML).join('\n')}`);
  }, look);
}

/**
 * axe finds nothing in the page as it stands at rest; on a phone: on a wide window `layout.spec.ts` lets it look
 * (docs/testing.md).
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (test.info().project.name === 'desktop' && !ALL_LOOKS) return;
  expect(await accessibilityFaults(page)).toEqual([]);
}
