import type { SuggestedProduct, Suggestions } from '#contract/catalogue/search.ts';

/**
 * The next suggestions while one goes on typing: products that were there before keep their sequence, so that what one
 * is about to press stays where it is. Those whose names have all the words come first, however late that shows, and an
 * order that the search asked for (`הכי זול`) is kept.
 */
export function stableSuggestions(before: Suggestions | null, next: Suggestions): Suggestions {
  if (!before || next.ordered || !isSameTyping(before.search, next.search)) return next;
  const namedProducts = next.products.filter((product) => product.named);
  const others = next.products.filter((product) => !product.named);
  return { ...next, products: [namedProducts, others].flatMap((products) => inSequenceOf(before.products, products)) };
}

const isSameTyping = (a: string, b: string): boolean => a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));

/** New ones stand where they are ranked; the places of the others are filled in their former sequence. */
function inSequenceOf(before: SuggestedProduct[], products: SuggestedProduct[]): SuggestedProduct[] {
  const place = new Map(before.map(({ id }, at) => [id, at]));
  const shownBefore = products
    .filter(({ id }) => place.has(id))
    .sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number));
  return products.map((product) => (place.has(product.id) ? (shownBefore.shift() as SuggestedProduct) : product));
}
