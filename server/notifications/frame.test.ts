import { expect, test } from 'vitest';
import { mailHtml } from './frame.ts';

const brand = {
  ...{ name: 'רעם', email: null, leadEmail: null, url: 'https://raam.example', company: 'אופק', address: 'חיפה' },
  ...{ dark: '#111', action: '#c00', onAction: '#fff', actionInk: '#c00', logo: null },
};

test('an order’s number in a mail’s text stands on one line, a phone’s is as it was', () => {
  const text = 'קיבלנו את התשלום עבור \u2066HVCG-2ZDZ\u2069. טלפון 050-1234567';
  const html = mailHtml(brand, 'תודה', { heading: 'תודה', paragraphs: [text] });
  expect(html).toContain('<span style="white-space:nowrap">HVCG-2ZDZ</span>');
  expect(html.match(/white-space:nowrap/g)).toHaveLength(1);
  expect(html).toContain('050-1234567');
});
