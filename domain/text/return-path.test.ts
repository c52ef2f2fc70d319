import { expect, test } from 'vitest';
import { pageAddress, returnPath, signInPath } from './return-path.ts';

test.each([
  ['/personal-area/favorites', '/personal-area/favorites'],
  ['/purchase?uid=7&step=4#pay', '/purchase?uid=7&step=4#pay'],
  ['/category/אופנועים', '/category/%D7%90%D7%95%D7%A4%D7%A0%D7%95%D7%A2%D7%99%D7%9D'],
  ['/a/../product/x', '/product/x'],
])('%s is followed', (to, path) => {
  expect(returnPath(to)).toBe(path);
});

test.each([
  null,
  '',
  'personal-area',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  '/login?to=/login',
  '/signup',
  `/${'x'.repeat(2_001)}`,
])('%j is not', (to) => {
  expect(returnPath(to)).toBe('/personal-area');
});

test('the way to the sign-in and back', () => {
  expect(signInPath('/personal-area')).toBe('/login');
  const path = signInPath('/purchase?uid=1&x=2', '/signup');
  expect(returnPath(new URL(path, 'http://x').searchParams.get('to'))).toBe('/purchase?uid=1&x=2');
});

test.each([
  ['/orders?page=2', '/orders?page=2'],
  ['/orders.data?_routes=routes%2Forders&page=2', '/orders?page=2'],
  ['/orders.data?page=2&_routes=a%2Cb', '/orders?page=2'],
  ['/_.data', '/'],
  ['/_root.data?_routes=root', '/'],
])('%s is asked for by the page %s', (asked, page) => {
  expect(pageAddress({ url: `http://office.localhost${asked}` })).toBe(page);
});
