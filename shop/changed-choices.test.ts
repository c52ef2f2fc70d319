import { expect, test } from 'vitest';
import { chosenBy } from './changed-choices.ts';

test('financing that is kept in the address meanwhile leaves what was put together', () => {
  expect(chosenBy('?variant=A-1&quote=q')).toBe(chosenBy('?variant=A-1'));
  expect(chosenBy('?quote=q')).toBe(chosenBy(''));
});

test.each(['?variant=A-2', '?config=bcdfg23456', '?variant=A-1&choose=size', ''])(
  'an address with other choices (%s) says what the page shows',
  (other) => expect(chosenBy(other)).not.toBe(chosenBy('?variant=A-1')),
);
