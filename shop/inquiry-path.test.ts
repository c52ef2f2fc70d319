import { afterEach, expect, test } from 'vitest';
import { setChangedChoices } from './changed-choices.ts';
import { choicesIn, inquiryPath } from './inquiry-path.ts';

const QUOTE = '0b6e9a2c-0000-4000-8000-000000000000';
const pathname = '/product/%D7%A8%D7%A2%D7%9D-5';
const product = 'product=%D7%A8%D7%A2%D7%9D-5';
afterEach(() => setChangedChoices(null));

test('without the banner a product’s page leads to the form with what its address says of it', () => {
  const search = `?variant=A&config=2345&quote=${QUOTE}`;
  expect(inquiryPath({ pathname, search })).toBe(`/contact?${product}&config=2345&quote=${QUOTE}`);
  expect(inquiryPath({ pathname, search: '' })).toBe(`/contact?${product}`);
});

test('what was put together since comes instead of what was saved', () => {
  const shown = {
    product: 'x',
    choices: ['seat-low', 'pack-winter'],
    variant: 'v',
    extras: [],
    search: '?config=2345',
  };
  setChangedChoices(shown);
  const path = inquiryPath({ pathname, search: `?config=2345&quote=${QUOTE}` });
  expect(path).toBe(`/contact?${product}&choices=seat-low&choices=pack-winter&quote=${QUOTE}`);
  expect(choicesIn(new URL(path, 'http://raam.localhost').searchParams)).toEqual(['seat-low', 'pack-winter']);
  // Saved meanwhile under another code.
  expect(inquiryPath({ pathname, search: '?config=6789' })).toBe(`/contact?${product}&config=6789`);
  expect(choicesIn(new URLSearchParams())).toBeUndefined();
});
