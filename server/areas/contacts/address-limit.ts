import { addressKey } from '../customers/limits.ts';

const PER_HOUR = 20;
const HOUR = 3_600_000;
const MOST = 10_000;

/** Per process: several of them let as many times more through, which stops a flood all the same. */
const counted = new Map<string, { count: number; until: number }>();

/** Counts one more message from an address. @returns seconds until the next one may come; 0 when this one may. */
export function countMessage(address: string, now: number): number {
  const key = addressKey(address);
  const known = counted.get(key);
  if (known && known.until > now) {
    known.count += 1;
    return known.count > PER_HOUR ? Math.ceil((known.until - now) / 1_000) : 0;
  }
  // The oldest stands first, so that a flood of addresses can't fill the memory.
  if (!known && counted.size >= MOST) counted.delete(counted.keys().next().value as string);
  counted.delete(key);
  counted.set(key, { count: 1, until: now + HOUR });
  return 0;
}
