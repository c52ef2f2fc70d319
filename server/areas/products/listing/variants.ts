import { type Catalogue, maskOf } from './catalogue.ts';

/** The filters that look at variants. Their values hold together: red and M is one variant that is both and can be ordered. */
export function walkVariants(
  { options, orderable, variantStart }: Catalogue,
  values: Map<string, string[]>,
  countKeys: string[],
) {
  const all = [...options].flatMap(([key, option]) => {
    const wanted = values.get(key);
    if (!wanted && !countKeys.includes(key)) return [];
    const length = option.values.length;
    return [
      {
        key,
        of: option.of,
        mask: wanted ? maskOf(length, option.ids, wanted) : null,
        counts: new Uint32Array(length),
        /** The product that was last counted for each value: it counts once, however many of its variants have it. */
        last: new Int32Array(length).fill(-1),
        reached: false,
      },
    ];
  });
  const filtered = all.filter(({ mask }) => mask);
  const missed: string[] = [];

  /** The filters that the variant fails: how many, and which was the last. */
  let misses = 0;
  let miss: (typeof all)[number] | undefined;
  function test(variant: number): void {
    misses = 0;
    miss = undefined;
    for (const option of filtered) {
      const id = option.of[variant] as number;
      if (id >= 0 && option.mask?.[id]) continue;
      misses++;
      miss = option;
    }
  }

  /**
   * How many of these filters stand between the product and being found; where it is one, `missed` names those that it
   * may be. With `tally` the product's values are counted.
   */
  function walk(product: number, tally: boolean): number {
    if (filtered.length === 0 && !(tally && all.length > 0)) return 0;
    let fewest = filtered.length;
    for (const option of filtered) option.reached = false;
    const end = variantStart[product + 1] as number;
    for (let variant = variantStart[product] as number; variant < end; variant++) {
      if (!orderable[variant]) continue;
      test(variant);
      fewest = Math.min(fewest, misses);
      if (fewest === 0 && !tally) return 0;
      if (misses < 2) mark(variant, product, tally);
    }
    if (fewest === 1) nameMissed();
    return fewest;
  }

  /** Without its only variant filter even a product of which nothing can be ordered is found. */
  function nameMissed(): void {
    missed.length = 0;
    for (const option of filtered) if (option.reached || filtered.length === 1) missed.push(option.key);
  }

  function mark(variant: number, product: number, tally: boolean): void {
    if (miss) miss.reached = true;
    if (!tally) return;
    if (miss) tallyOne(miss, variant, product);
    else for (const option of all) tallyOne(option, variant, product);
  }

  function tallyOne({ of, last, counts }: (typeof all)[number], variant: number, product: number): void {
    const id = of[variant] as number;
    if (id < 0 || last[id] === product) return;
    last[id] = product;
    counts[id] = (counts[id] as number) + 1;
  }
  return { counted: all, missed, walk };
}
