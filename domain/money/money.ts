/**
 * Money is whole agorot inside and shekels with at most two decimals at the contract's edge; percentages are whole
 * basis points inside. These functions are the only crossing (a lint rule enforces it).
 */
export const toShekels = (agorot: number): number => agorot / 100;

/** Whether it is finite and has two decimals at most. */
export function isShekels(amount: number): boolean {
  const agorot = Math.round(amount * 100);
  return Number.isSafeInteger(agorot) && Math.abs(agorot - amount * 100) <= 1e-4;
}

/** @throws RangeError when `shekels` is not finite or has more than two decimals. */
export function toAgorot(shekels: number): number {
  if (!isShekels(shekels)) throw new RangeError(`not an amount of shekels: ${shekels}`);
  return Math.round(shekels * 100);
}

/** For sums that may have more decimals: a filter's bounds, requested terms, another program's reply. */
export const nearestAgorot = (shekels: number): number => Math.round(shekels * 100);

/** `1_250` is `12.5`. */
export const toPercent = (basisPoints: number): number => basisPoints / 100;

/** Rounded to whole ones. */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100);

/** `part` of `whole` of the sum, rounded half up to the agora, on integers. */
export function partOf(agorot: number, part: number, whole: number): number {
  return Number((BigInt(agorot) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** `amount` × `basisPoints`, rounded half up to the agora, on integers. */
export const percentOf = (agorot: number, basisPoints: number): number => partOf(agorot, basisPoints, 10_000);

/**
 * The part of a configured vehicle's price that no choice accounts for; with the choices it adds up to the price.
 * Shekels.
 */
export const basePrice = (price: number, choices: { price: number }[]): number =>
  toShekels(choices.reduce((rest, choice) => rest - toAgorot(choice.price), toAgorot(price)));

/** The cart drawer's line price: quantity × price − discount, rounded up to the whole shekel. Shekels. */
export const linePriceCeil = (quantity: number, price: number, discount: number): number =>
  Math.ceil(Number((quantity * price - discount).toFixed(2)));
