import { afterEach, expect, test } from 'vitest';
import { deviceList, isText } from './device-list.ts';

const { window, localStorage } = globalThis;
afterEach(() => Object.assign(globalThis, { window, localStorage }));

/** A browser's page, as far as a list sees it. */
function openPage() {
  const stored = new Map<string, string>();
  const page = new EventTarget();
  Object.assign(globalThis, {
    window: page,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  return { stored, tell: (type: string, about: object) => page.dispatchEvent(Object.assign(new Event(type), about)) };
}

test.each([
  ['another tab', 'storage', { key: 'saved' }],
  ['another tab that cleared all', 'storage', { key: null }],
  ['another page, before Back led here', 'pageshow', { persisted: true }],
])('what %s has saved is kept, though nothing here shows the list', (_, type, about) => {
  const { stored, tell } = openPage();
  const list = deviceList({ key: 'saved', limit: 10, isItem: isText });
  list.set(['ours']);
  stored.set('saved', JSON.stringify(['theirs', 'ours']));
  tell(type, about);
  list.set(['newest', ...list.get()]);
  expect(JSON.parse(stored.get('saved') ?? '')).toEqual(['newest', 'theirs', 'ours']);
});
