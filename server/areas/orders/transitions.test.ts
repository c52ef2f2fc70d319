import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStatus } from '#contract/orders.ts';
import { canMove, checkMove, nextStatus } from './transitions.ts';

const statuses = orderStatus.options;

test('an order that only goes on passes every stage once and ends with the customer', () => {
  const walked = ['payment'];
  for (let status = nextStatus('payment'); status; status = nextStatus(status)) walked.push(status);
  expect(walked).toEqual(['payment', 'accepted', 'in_process', 'delivery_in_process', 'provided']);
});

test('nothing leaves a refund, nothing goes back to payment, and what was handed over is only refunded', () => {
  for (const status of statuses) {
    expect(canMove('refunded', status), status).toBe(false);
    expect(canMove(status, 'payment'), status).toBe(false);
    expect(canMove(status, status), status).toBe(false);
    expect(canMove('provided', status), status).toBe(status === 'refunded');
  }
});

test('whatever way an order takes, it ends after a handful of moves', () => {
  const way = fc.array(fc.constantFrom(...statuses), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(way, (asked) => {
      let status: (typeof statuses)[number] = 'payment';
      let moves = 0;
      for (const to of asked) {
        if (!canMove(status, to)) {
          expect(() => checkMove(status, to)).toThrow(`from ${status} to ${to}`);
          continue;
        }
        checkMove(status, to);
        status = to;
        moves += 1;
      }
      // The longest: let go, paid late, and from there to the end; a cancelled one may come back and be cancelled again.
      return moves <= asked.length && (status !== 'refunded' || statuses.every((to) => !canMove('refunded', to)));
    }),
  );
});

test('an order begins unpaid or, when it costs nothing, accepted', () => {
  expect(() => checkMove(null, 'payment')).not.toThrow();
  expect(() => checkMove(null, 'accepted')).not.toThrow();
  expect(() => checkMove(null, 'provided')).toThrow();
  expect(() => checkMove('payment', 'shipped')).toThrow();
  expect(() => checkMove('constructor', 'payment')).toThrow();
});
