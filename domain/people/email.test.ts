import { expect, test } from 'vitest';
import { isEmail } from './email.ts';

test.each([
  ['dana@example.com', true],
  ['a&b@x.co.il', true],
  ['dana@xn--4dbrk0ce', false],
  ['dana@xn--7dbba.xn--4dbrk0ce', true],
  [' \u200fdana@example.com\u200e ', true],
  ['דנה@x.co', false],
  ['dana@חנות.ישראל', false],
  ['dana@gmail', false],
  ['dana@example..com', false],
  ['dana@-example.com', false],
  ['da na@example.com', false],
  ['', false],
])('%j as an e-mail address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});
