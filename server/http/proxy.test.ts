import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRET_PAGES } from '#domain/text/secret-pages.ts';
import { MAX_PAPER_BYTES } from '../checkout/fulfilment/papers.ts';
import { LONGEST_UPLOAD } from './pages/office-pages.ts';

const conf = readFileSync(new URL('../../deploy/nginx/storefront.conf', import.meta.url), 'utf8');

test('nginx lets through whatever shop and office take', () => {
  const limit = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1]) * 1024 * 1024;
  expect(limit).toBeGreaterThan(MAX_PAPER_BYTES);
  expect(limit).toBeGreaterThan(LONGEST_UPLOAD);
});

test('nginx’s log leaves out every path that is a secret', () => {
  expect(/\(\?<secret_area>\/\(\?:([^)]+)\)/.exec(conf)?.[1]?.split('|').sort()).toEqual(
    SECRET_PAGES.split('|').sort(),
  );
});
