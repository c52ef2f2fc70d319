import { expect, test } from 'vitest';
import { changesSince, linesWithout, notBought, toLines, withChanges } from './line-changes.ts';

const line = (id: string, quantity: number, configuration: string | null = null) => ({ id, configuration, quantity });

test('changes are the lines with another quantity and those that are gone, and make one cart of the other', () => {
  const before = [line('a', 1), line('b', 2), line('b', 1, 'red')];
  const after = [line('b', 3), line('b', 1, 'red'), line('c', 1)];
  const changes = changesSince(before, after);
  expect(changes).toEqual([line('a', 0), line('b', 3), line('c', 1)]);
  expect(changesSince(withChanges(before, changes), after)).toEqual([]);
  expect(changesSince(before, [...before].reverse())).toEqual([]);
});

test('changes of two devices to different lines keep each other', () => {
  const base = [line('a', 1), line('b', 1)];
  const account = withChanges(base, changesSince(base, [line('b', 1)]));
  expect(withChanges(account, changesSince(base, [line('a', 1), line('b', 5)]))).toEqual([line('b', 5)]);
});

test('a line of another configuration is another line; one without is kept as none', () => {
  expect(toLines([{ id: 'a', quantity: 1 }])).toEqual([line('a', 1)]);
  expect(linesWithout([line('a', 1), line('a', 1, 'x')], [line('a', 9)])).toEqual([line('a', 1, 'x')]);
});

test('a paid order takes its own goods out of the cart, and nothing that was put in since', () => {
  const goods = (sku: string, quantity: number, choices: string[] = []) => ({
    sku,
    quantity,
    choices: choices.map((name) => ({ name })),
  });
  const ordered = [goods('A', 1), goods('B', 2)];
  expect(notBought(ordered, ordered)).toEqual([]);
  expect(notBought([goods('A', 3), goods('B', 1), goods('C', 1)], ordered)).toEqual([goods('A', 2), goods('C', 1)]);
  const red = (quantity: number) => goods('A', quantity, ['red']);
  expect(notBought([red(1), goods('A', 1)], [goods('A', 1)])).toEqual([red(1)]);
  expect(notBought([red(1), red(2)], [red(2)])).toEqual([red(1)]);
  const blue = goods('A', 1, ['blue']);
  expect(notBought([blue, red(1)], [red(1)])).toEqual([blue]);
});
