import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Goes through what is on top – the open dialog, else the page's main part – by Tab alone. A finding for every control that is not
 * reached, that shows no focus, or where the focus leaves a dialog for the page beneath.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const presses = await page.evaluate(() => {
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
    Object.assign(window, {
      keyboardWalk: () => [
        ...faults,
        ...wanted
          .filter(
            (element) =>
              ![...seen].some((one) => one === element || (groupOf(one) && groupOf(one) === groupOf(element))),
          )
          .map((element) => `not reached by Tab: ${nameOf(element)}`),
      ],
    });
    // A date has a stop for day, month and year, and one for its calendar.
    const stops = (element: Element) => (element instanceof HTMLInputElement && element.type === 'date' ? 4 : 1);
    // So may a list that scrolls, where nothing in view of it can be pressed.
    return wanted.reduce((sum, element) => sum + stops(element), 6);
  });
  for (let press = 0; press < presses; press++) await page.keyboard.press('Tab');
  return page.evaluate(() => (window as unknown as { keyboardWalk: () => string[] }).keyboardWalk());
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
