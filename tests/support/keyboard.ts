import { expect, type Locator, type Page } from '@playwright/test';
import { alive } from './browser.ts';

type Walk = { isOver: boolean; faults: string[] };

/** Stops of a page that are no controls, or further ones of a control. */
const MAX_STOPS_BESIDES = 40;

/**
 * Goes through what is on top – the open dialog, else the page's main part – by Tab alone. A finding for every control
 * that is not reached, that shows no focus, or where the focus leaves a dialog for the page beneath.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  // A part that React draws anew while it brings it to life has other elements than those that are looked for.
  await alive(page.locator('main button').filter({ visible: true }), 0);
  const count = await page.evaluate(() => {
    const modal = document.querySelector<HTMLElement>('dialog:modal');
    const scope = modal ?? document.querySelector<HTMLElement>('main');
    const faults: string[] = [];
    const seen = new Set<Element>();
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()}> “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}” ${element.getAttribute('name') ?? ''}`;
    const groupOf = (element: Element): string =>
      element instanceof HTMLInputElement && element.type === 'radio' ? element.name : '';
    const wanted = [
      ...(scope?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary') ?? []),
    ]
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[inert]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // Of radio buttons one can be tabbed to; the arrows do the rest.
      .filter(
        (element, at, all) => !groupOf(element) || all.findIndex((one) => groupOf(one) === groupOf(element)) === at,
      );
    const note = (element: Element): void => {
      if (seen.has(element)) return;
      seen.add(element);
      if (modal && !modal.contains(element)) faults.push(`the focus leaves the dialog for ${nameOf(element)}`);
      // The page's main part is where the way past the header leads, and no control.
      if (element === scope) return;
      const styles = [element, element.parentElement, element.nextElementSibling].flatMap((one) =>
        one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : [],
      );
      const marked = styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none');
      if (!marked) faults.push(`no focus is shown on ${nameOf(element)}`);
    };
    document.addEventListener('focusin', (event) => event.target instanceof Element && note(event.target));
    const begun = document.activeElement;
    // Where a press of the mouse has opened it, the first focus is not shown, and need not be.
    if (modal && begun && modal.contains(begun)) seen.add(begun);
    else if (modal) faults.push('the dialog opened without taking the focus');
    else scope?.focus();
    const isReached = (element: Element): boolean =>
      [...seen].some((one) => one === element || (groupOf(one) && groupOf(one) === groupOf(element)));
    Object.assign(window, {
      keyboardWalk: () => {
        const left = wanted.filter((element) => !isReached(element));
        const isOver = left.length === 0 || (!modal && !scope?.contains(document.activeElement));
        return { isOver, faults: [...faults, ...left.map((element) => `not reached by Tab: ${nameOf(element)}`)] };
      },
    });
    return wanted.length;
  });
  const walk = () => page.evaluate(() => (window as unknown as { keyboardWalk: () => Walk }).keyboardWalk());
  const press = async (times: number) => {
    for (let number = 0; number < times; number++) await page.keyboard.press('Tab');
  };
  await press(count);
  let found = await walk();
  // A date has a stop for day, month and year, and one for its calendar; a list that scrolls may have one of its own.
  for (let more = 0; more < MAX_STOPS_BESIDES && !found.isOver; more++) {
    await press(1);
    found = await walk();
  }
  return found.faults;
}

/** Presses Tab until the focus is there, as who has no mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let press = 0; press < 200; press++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached by Tab').toBeFocused({ timeout: 1 });
}

/** Goes to a button or link by Tab, and presses it. */
export async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field by Tab, and types over what is in it. */
export async function typeByKeys(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
