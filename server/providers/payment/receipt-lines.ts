import type { CheckoutLine } from './provider.ts';

/** A discounted line may not divide into equal pieces; then it is one piece that states its quantity. */
export function inPieces({ description, quantity, totalAgorot }: CheckoutLine) {
  return totalAgorot % quantity === 0
    ? { description, pieces: quantity, pieceAgorot: totalAgorot / quantity }
    : { description: `${description} × ${quantity}`, pieces: 1, pieceAgorot: totalAgorot };
}

/** At most this many UTF-16 units, without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

/** A link that a buyer may be shown. */
export const httpsOnly = (url: string | null | undefined): string | null => (url?.startsWith('https://') ? url : null);
