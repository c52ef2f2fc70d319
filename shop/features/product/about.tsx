import type { Product } from '#contract/catalogue/products.ts';
import { ProductSection } from './product-section.tsx';

export default function About({ product }: { product: Product }) {
  if (!product.description) return null;
  return (
    <ProductSection title={product.kind === 'VEHICLE' ? 'על הדגם' : 'על המוצר'}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was imported */}
      <div className="prose text-lg" dangerouslySetInnerHTML={{ __html: product.description }} />
    </ProductSection>
  );
}
