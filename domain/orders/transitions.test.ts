import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStatuses } from './states.ts';
import {
  canMove,
  checkMove,
  goodsOfCancelled,
  goodsOfRefunded,
  hasReturnableStock,
  nextStatus,
  waitsAt,
} from './transitions.ts';

test('an order that only goes on passes every stage once and ends with the customer', () => {
  const walked = ['payment'];
  for (let status = nextStatus('payment'); status; status = nextStatus(status)) walked.push(status);
  expect(walked).toEqual(['payment', 'accepted', 'in_process', 'delivery_in_process', 'provided']);
});

test('nothing leaves a refund, nothing goes back to payment, and what was handed over only ends', () => {
  for (const status of orderStatuses) {
    expect(canMove('refunded', status), status).toBe(false);
    expect(canMove(status, 'payment'), status).toBe(false);
    expect(canMove(status, status), status).toBe(false);
    expect(canMove('provided', status), status).toBe(['cancelled', 'refunded'].includes(status));
  }
});

test('whatever way an order takes, only a payment that came late leads it back, and every other move is refused', () => {
  // How far a stage lies behind the order's beginning; every move but that one leads further.
  const ranks = ['payment', 'accepted', 'in_process', 'delivery_in_process', 'provided', 'cancelled', 'refunded'];
  const way = fc.array(fc.constantFrom(...orderStatuses), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(way, (asked) => {
      let status: (typeof orderStatuses)[number] = 'payment';
      let moves = 0;
      let back = 0;
      for (const to of asked) {
        if (!canMove(status, to)) {
          expect(() => checkMove(status, to)).toThrow(`from ${status} to ${to}`);
          continue;
        }
        checkMove(status, to);
        if (ranks.indexOf(to) < ranks.indexOf(status)) {
          expect([status, to]).toEqual(['cancelled', 'accepted']);
          back += 1;
        }
        status = to;
        moves += 1;
      }
      // Each time it comes back it has at most five more moves: three stages, cancelled, refunded.
      expect(moves).toBeLessThanOrEqual(6 + 6 * back);
    }),
  );
});
test('who cancels is told that goods come back to stock only where they do', () => {
  for (const status of orderStatuses)
    for (const branchUid of [null, 'branch']) {
      const order = { status, stockHeld: true, branchUid };
      const returns = hasReturnableStock(order);
      expect(/הפריטים (שמחכים בסניף )?יחזרו/.test(goodsOfCancelled(order, false)), status).toBe(returns);
      expect(/לא נבחרו כאן יחזרו/.test(goodsOfRefunded(order, false)), status).toBe(returns);
    }
  const order = { status: 'accepted', stockHeld: true, branchUid: null } as const;
  expect(goodsOfCancelled(order, true)).toContain('הפריטים שלא נשלחו יחזרו');
  expect(goodsOfCancelled({ ...order, stockHeld: false }, false)).not.toContain('יחזרו');
  expect(goodsOfRefunded({ ...order, stockHeld: false }, false)).not.toContain('יחזרו');
});

test('goods that are picked up wait at the branch from when they are ready until they are handed over', () => {
  const at = (status: (typeof orderStatuses)[number], branchUid: string | null = 'branch') =>
    [
      waitsAt({ status, stockHeld: true, branchUid }),
      hasReturnableStock({ status, stockHeld: true, branchUid }),
    ] as const;
  expect(at('in_process')).toEqual([null, true]);
  expect(at('delivery_in_process')).toEqual(['branch', true]);
  expect(at('delivery_in_process', null)).toEqual([null, false]);
  expect(at('provided')).toEqual([null, false]);
});

test('an order begins unpaid or, when it costs nothing, accepted', () => {
  expect(() => checkMove(null, 'payment')).not.toThrow();
  expect(() => checkMove(null, 'accepted')).not.toThrow();
  expect(() => checkMove(null, 'provided')).toThrow();
  expect(() => checkMove('payment', 'shipped')).toThrow();
  expect(() => checkMove('constructor', 'payment')).toThrow();
});
