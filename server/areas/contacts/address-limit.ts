import { addressKey } from '../customers/limits.ts';

const HOUR = 3_600_000;
const MOST = 10_000;

/**
 * Counts what comes from an address. The function that it makes counts one more and gives the seconds until the next
 * one may come; 0 when this one may. Per process: several let as many times more through, which stops a flood all the same.
 */
export function addressLimit(perHour: number): (address: string, now: number) => number {
  const counted = new Map<string, { count: number; until: number }>();
  return (address, now) => {
    const key = addressKey(address);
    const known = counted.get(key);
    if (known && known.until > now) {
      known.count += 1;
      return known.count > perHour ? Math.ceil((known.until - now) / 1_000) : 0;
    }
    // The oldest stands first, so that a flood of addresses can't fill the memory.
    if (!known && counted.size >= MOST) counted.delete(counted.keys().next().value as string);
    counted.delete(key);
    counted.set(key, { count: 1, until: now + HOUR });
    return 0;
  };
}

export const countMessage = addressLimit(20);
