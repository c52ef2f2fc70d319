import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLegacyQuery, legacyKey, legacyKeys, withHarmlessQuery } from './legacy-url.ts';

test('an old address has one form, however it is written', () => {
  for (const form of ['/Catalog.ASP/', '//catalog.asp', '/catalog.asp?lang=he', '/catalog.asp#top'])
    expect(legacyKey(form)).toBe('/catalog.asp');
  expect(legacyKey('/%D7%90%D7%95%D7%93%D7%95%D7%AA')).toBe('/אודות');
  expect(legacyKey('/Item.asp?ItemID=12&lang=he&CatID=7')).toBe('/item.asp?catid=7&itemid=12');
});

test('the most exact form is looked for first', () => {
  expect(legacyKeys('/?itemid=12&catid=7')).toEqual(['/?catid=7&itemid=12', '/?itemid=12', '/?catid=7', '/']);
  expect(legacyKeys('/old?itemid=')).toEqual(['/old']);
  expect(hasLegacyQuery('/old?itemid=')).toBe(false);
  expect(hasLegacyQuery('/old?a=1&CATID=2')).toBe(true);
});

test('only what is harmless of the query is kept', () => {
  expect(withHarmlessQuery('/page/about', '/old?catid=7&utm_source=mail&page=4&next=//evil')).toBe(
    '/page/about?utm_source=mail',
  );
  expect(withHarmlessQuery('/category?brand=a#top', '/old?gclid=x')).toBe('/category?brand=a&gclid=x#top');
  expect(withHarmlessQuery('/contact', '/old')).toBe('/contact');
});

test('whatever comes, the key is a path that is its own key', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      const { pathname, search } = new URL(url);
      const key = legacyKey(pathname + search);
      expect(key.startsWith('/') && !key.startsWith('//')).toBe(true);
      expect(legacyKey(encodeURI(key))).toBe(key);
    }),
  );
});
