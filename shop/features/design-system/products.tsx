import { useState } from 'react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { Quantity } from '#ui/form/quantity.tsx';
import { Price, PriceWithOld } from '#ui/price.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { FreeDelivery } from '../cart/free-delivery.tsx';
import { DiscountRows, TotalRow } from '../cart/totals.tsx';
import { ProductCard } from '../product/card/product-card.tsx';
import { ProductGrid, ProductGridSkeleton } from '../product/card/product-grid.tsx';
import { Sample, Samples, Section } from './section.tsx';

/** What is sold: cards, prices, colours, quantities, sums. */
export function Products({ products }: { products: ProductPreview[] }) {
  const [count, setCount] = useState(1);
  const [first] = products;
  return (
    <>
      <Section title="כרטיסי מוצר" text="הכלי במרכז, הצבעים מחליפים את התמונה, וכל הכרטיס מוביל לדף המוצר.">
        <ProductGrid products={products} heading="h3" />
        {first && (
          <>
            <ProductCard product={first} view="list" />
            <div className="grid max-w-2xl grid-cols-2 gap-5">
              <ProductCard product={{ ...first, available: false, stock_policy: 'OUT_OF_STOCK' }} sizes="320px" />
              <ProductCard product={{ ...first, main_image: null, variant_colors: [] }} sizes="320px" />
            </div>
          </>
        )}
        <ProductGridSkeleton count={4} />
      </Section>
      <Section title="מחיר, צבע וכמות">
        <Samples>
          <Sample name="מחיר">
            <Price value={45_900} className="text-2xl font-bold" />
          </Sample>
          <Sample name="מבצע">
            <PriceWithOld value={42_900} old={45_900} className="text-2xl font-bold" oldClassName="text-base" />
          </Sample>
          <Sample name="עם אגורות">
            <Price value={2_408.33} className="text-2xl font-bold" />
          </Sample>
          <Sample name="צבע אחד, שניים">
            <Swatch color={{ value: 'var(--action)', value_type: 'COLOR' }} className="size-8" />
            <Swatch color={{ value: 'var(--dark)/var(--accent)', value_type: 'COLOR' }} className="size-8" />
          </Sample>
          <Sample name="כמות">
            <Quantity value={count} onChange={setCount} max={3} label="כמות לדוגמה" />
          </Sample>
          <Sample name="כמות, מושבת">
            <Quantity value={1} onChange={setCount} label="כמות מושבתת" disabled />
          </Sample>
        </Samples>
        <div className="grid max-w-md grid-cols-1 gap-6">
          <FreeDelivery offer={{ threshold: 499, missing: 120 }} />
          <FreeDelivery offer={{ threshold: 499, missing: 0 }} />
          <dl className="grid gap-2">
            <TotalRow label="סכום ביניים">
              <Price value={45_900} />
            </TotalRow>
            <DiscountRows discounts={[{ discount_amount: 3_000, sale: { name: 'מבצע השקה' } }]} />
            <TotalRow label="סה״כ לפני משלוח" className="text-lg font-bold">
              <Price value={42_900} />
            </TotalRow>
          </dl>
        </div>
      </Section>
    </>
  );
}
