// Sets of products by their place, as bits: 100,000 products are 3,125 words, and a filter is an AND of them.

/** Bit `place % 32` of word `place / 32`. */
export type Bits = Uint32Array;
/** Who has a value: as bits, or, where that is shorter, as a list of places that ascend. */
export type Places = { bits: Bits } | { list: Uint32Array };

export const none = (length: number): Bits => new Uint32Array((length + 31) >>> 5);

export const has = (bits: Bits, place: number): boolean => (((bits[place >>> 5] as number) >>> (place & 31)) & 1) === 1;

export function put(bits: Bits, place: number, there: boolean): void {
  const word = bits[place >>> 5] as number;
  bits[place >>> 5] = there ? word | (1 << (place & 31)) : word & ~(1 << (place & 31));
}

export function bitsOf(length: number, places: Iterable<number>): Bits {
  const bits = none(length);
  for (const place of places) put(bits, place, true);
  return bits;
}

/** Those in all of these. */
export function both(first: Bits, ...others: Bits[]): Bits {
  const result = first.slice();
  for (const other of others) keepBoth(result, other);
  return result;
}

/** Leaves of `bits` only those that are in the other too. */
export function keepBoth(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) & (other[at] as number);
}

export function size(bits: Bits): number {
  let sum = 0;
  for (let at = 0; at < bits.length; at++) sum += ones(bits[at] as number);
  return sum;
}

export function each(bits: Bits, visit: (place: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at] as number; word !== 0; word &= word - 1) visit((at << 5) + 31 - Math.clz32(word & -word));
  }
}

/** The first of them, so many at the most. */
export function firstOf(bits: Bits, most: number): number[] {
  const places: number[] = [];
  for (let at = 0; at < bits.length && places.length < most; at++) {
    for (let word = bits[at] as number; word !== 0 && places.length < most; word &= word - 1)
      places.push((at << 5) + 31 - Math.clz32(word & -word));
  }
  return places;
}

/** Those of `bits` whose number is from `from` to `to`. */
export function between(bits: Bits, numbers: Float64Array, { from, to }: { from: number; to: number }): Bits {
  const result = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at++) {
    const word = bits[at] as number;
    if (word === 0) continue;
    const first = at << 5;
    const last = Math.min(first + 32, numbers.length);
    let passing = 0;
    // Without a branch, which for prices in no order would be guessed wrong half of the time.
    for (let place = first; place < last; place++) {
      const number = numbers[place] as number;
      passing |= (Number(number >= from) & Number(number <= to)) << (place & 31);
    }
    result[at] = passing & word;
  }
  return result;
}

/** Who has each value, by the value's number. `places` ascend; the value of `places[i]` is `ids[i]`, none where it is negative. */
export function placesByValue(
  length: number,
  values: number,
  places: ArrayLike<number>,
  ids: ArrayLike<number>,
): Places[] {
  const start = new Uint32Array(values + 1);
  for (let at = 0; at < places.length; at++) {
    const id = ids[at] as number;
    if (id >= 0) start[id + 1] = (start[id + 1] as number) + 1;
  }
  for (let id = 0; id < values; id++) start[id + 1] = (start[id + 1] as number) + (start[id] as number);
  const end = start.slice(0, values);
  const sorted = new Uint32Array(start[values] as number);
  for (let at = 0; at < places.length; at++) {
    const id = ids[at] as number;
    if (id < 0) continue;
    const free = end[id] as number;
    // Several variants of a product may have one value.
    if (free > (start[id] as number) && sorted[free - 1] === places[at]) continue;
    sorted[free] = places[at] as number;
    end[id] = free + 1;
  }
  return Array.from(end, (last, id): Places => {
    const list = sorted.slice(start[id], last);
    return list.length * 32 > length ? { bits: bitsOf(length, list) } : { list };
  });
}

export function withPlace(places: Places, place: number, there: boolean): Places {
  if ('bits' in places) {
    put(places.bits, place, there);
    return places;
  }
  if (places.list.includes(place) === there) return places;
  const others = places.list.filter((one) => one !== place);
  return { list: there ? Uint32Array.from([...others, place]).sort() : others };
}

/** Those that have one of these values at least. */
export function union(length: number, all: Iterable<Places>, result = none(length)): Bits {
  for (const places of all) {
    if ('list' in places) for (const place of places.list) put(result, place, true);
    else for (let at = 0; at < result.length; at++) result[at] = (result[at] as number) | (places.bits[at] as number);
  }
  return result;
}

/** Counts how many of `bits` have each of some values; of bits that are mostly empty only the others are looked at again. */
export function counter(bits: Bits): (values: Places[]) => Uint32Array {
  const filled = new Uint32Array(bits.length);
  let length = 0;
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) filled[length++] = at;
  const among = (other: Bits): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const at = filled[i] as number;
      sum += ones((bits[at] as number) & (other[at] as number));
    }
    return sum;
  };
  const listed = (list: Uint32Array): number => {
    let sum = 0;
    for (let i = 0; i < list.length; i++) sum += Number(has(bits, list[i] as number));
    return sum;
  };
  return (values) => Uint32Array.from(values, (one) => ('list' in one ? listed(one.list) : among(one.bits)));
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
