import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';

// A second person who agrees to a discount sees only what its request says, so it names the goods and the sums.

/** `2 × קסדה` */
export const piecesText = (quantity: number, name: string): string =>
  quantity > 1 ? `${isolate(`${quantity} ×`)} ${isolate(name)}` : isolate(name);

export const sumText = (agorot: number): string => isolate(formatExactPrice(toShekels(agorot)));
