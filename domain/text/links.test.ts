import { expect, test } from 'vitest';
import { linkTarget, telHref } from './links.ts';

const link = (entity_type: string, custom_path: string | null, slug: string | null) =>
  linkTarget({ entity_type, custom_path, slug: slug === null ? null : { name: slug } });

test.each([
  ['OUTER_LINK', 'https://example.com/a?b', null, 'https://example.com/a?b', true],
  ['INTERNAL_LINK', 'contact', null, '/contact', false],
  ['INTERNAL_LINK', '/contact', null, '/contact', false],
  ['PRODUCT', null, 'barak', '/product/barak', false],
  ['COLLECTION', null, 'אופנועים', '/category/%D7%90%D7%95%D7%A4%D7%A0%D7%95%D7%A2%D7%99%D7%9D', false],
  ['CONTENT_PAGE', null, 'about', '/page/about', false],
  ['PRODUCT', null, null, '/', false],
  ['', 'x', 'y', '/', false],
  ['SOMETHING', null, 'y', '/', false],
])('%s %s %s leads to %s', (type, path, slug, to, external) =>
  expect(link(type, path, slug)).toEqual({ to, external }),
);

test.each([
  ['+972-3-6123456', 'tel:+97236123456'],
  ['\u206603-6123456\u2069', 'tel:036123456'],
  ['*5678', 'tel:*5678'],
  ['1-700-123-456', 'tel:1700123456'],
])('%s is dialled as it is written', (phone, expected) => expect(telHref(phone)).toBe(expected));
