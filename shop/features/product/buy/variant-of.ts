import type { Product, Variant } from '#contract/catalogue/products.ts';
import type { Chosen } from './buy-box.tsx';

/** The variant that stock, branches and alerts are told of: the one that was put together, which the address may not name. */
export const variantOf = (product: Product, variant: Variant, configured: Chosen | null): Variant =>
  product.variants.find(({ id }) => id === configured?.variant) ?? variant;
