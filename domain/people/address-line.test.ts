import { expect, test } from 'vitest';
import { isPostBox } from './address-line.ts';

test.each([
  'ת.ד. 123',
  'ת.ד 123',
  'ת.ד.123',
  'ת״ד 123',
  'ת\x22ד 5',
  "ת''ד 5",
  'תד 123',
  'ת. ד. 7',
  ' ת.ד.',
  'תא דואר 12',
  'תא־דואר 12',
  'תיבת דואר 4',
  'P.O. Box 12',
  'PO Box 12',
  'p.o.b. 9',
  'POB 9',
])('%s is a post box', (text) => expect(isPostBox(text)).toBe(true));

test.each([
  '',
  'הרצל',
  'תדהר',
  'תדהר 5',
  'ת.דוד',
  'תד״ל',
  'תאנה',
  'דואר 3',
  'Poborsky',
  '10',
  'משק 4',
  'הרצל 10, ת.ד. 44',
])('%j is none', (text) => expect(isPostBox(text)).toBe(false));
