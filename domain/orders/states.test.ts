import { expect, it } from 'vitest';
import { stagesDone } from './states.ts';

// The four stages are payment, accepted, in process, delivery; an order is at the first one that isn't done.
it.each([
  ['payment', 0],
  ['accepted', 1],
  ['in_process', 2],
  ['delivery_in_process', 3],
  ['provided', 4],
] as const)('an order that is %s has %i stages behind it', (status, done) => expect(stagesDone(status)).toBe(done));
