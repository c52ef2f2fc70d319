import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  ['דנה', 'כהן', 'דנה כ׳'],
  ['דנה', 'בן דוד', 'דנה ד׳'],
  ['דנה כהן', '', 'דנה כ׳'],
  ['  dana  ', 'cohen', 'dana C.'],
  ['דנה', '', 'דנה'],
  ['דנה', '<b>', 'דנה B.'],
  ['דנה', '…', 'דנה'],
  ['א'.repeat(60), 'כהן', `${'א'.repeat(20)} כ׳`],
  ['', '', ''],
])('%s %s is shown as %s', (first, last, shown) => expect(shortName(first, last)).toBe(shown));
