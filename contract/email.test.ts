import { expect, test } from 'vitest';
import { emailAddress } from './email.ts';

const isAccepted = (address: string): boolean => emailAddress.safeParse(address).success;

test('mailboxes that the HTML standard allows are accepted, those at a bare host are not', () => {
  const good = ['dana@example.com', 'dana&yossi@example.co.il', 'o/b@example.com', 'x@xn--4dbbdauac2b.xn--4dbrk0ce'];
  expect(good.filter((address) => !isAccepted(address))).toEqual([]);
  const bad = [
    ...['dana', '@example.com', 'dana@', 'dana@gmail', 'dana@example.', 'dana@.com', 'dana@-a.com', 'dana@a-.com'],
    ...['da na@example.com', 'dana@exa mple.com', 'dana@example.com,b@c.co', 'דנה@example.com', 'a@b@example.com'],
    ...['"dana"@example.com', 'dana@[127.0.0.1]', `dana@${'a'.repeat(64)}.com`, `${'a'.repeat(250)}@a.co`],
  ];
  expect(bad.filter(isAccepted)).toEqual([]);
});
