import { afterEach, expect, test } from 'vitest';
import { goToForm } from './lead-banner-link.ts';

const { document, location, navigator } = globalThis;
const setGlobals = (globals: object): void => {
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
afterEach(() => setGlobals({ document, location, navigator }));

test.each([
  ['leads to the page of the same form', true, ['/contact']],
  ['keeps the loaded page while there is no connection', false, []],
])('without the banner, which a store may leave out, ״דברו איתנו״ %s', (_, onLine, expected) => {
  const opened: string[] = [];
  setGlobals({
    location: { assign: (to: string) => opened.push(to) },
    navigator: { onLine },
  });
  goToForm();
  expect(opened).toEqual(expected);
});
