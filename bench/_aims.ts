/**
 * What the work may cost with 10,000 products, as its requests a second ÷ those of the bare server in the same run
 * (docs/bench.md).
 */
export const aims: Record<string, number> = {
  'category page': 0.005,
  'get-product': 0.08,
  'list, three filters, all counts': 0.02,
  search: 0.02,
};
/** And how much of the process's CPU a request may use. */
export const MAX_CPU_MS: Record<string, number> = { 'category page': 5 };
/** And at most so many times what it costs in the smallest store. */
export const MAX_TIMES = 3;
