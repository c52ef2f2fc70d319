import { type ReactNode, useState } from 'react';
import type { UpsellProduct } from '#contract/catalogue/products.ts';
import { Empty } from '#ui/empty.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { StepActions } from '../step-actions.tsx';
import { depositRule } from '../steps.ts';
import { UpsellCard } from './upsell-card.tsx';
import type { ProductBasket } from './use-product-basket.ts';

type Props = {
  products: UpsellProduct[];
  basket: ProductBasket;
  /** What a deposit would reserve, where the product allows one: `הסירה`. */
  reserved: string | null;
  onNext: () => void;
  summary: ReactNode;
};

/** Step 2: what goes well with it. */
export function UpsellStep({ products, basket, reserved, onNext, summary }: Props) {
  const { upsells } = basket.choice;
  const [announcement, setAnnouncement] = useState('');
  const offeredProducts = products.filter((product) => product.variants.some(({ available }) => available));

  const remove = (product: UpsellProduct) =>
    upsells.filter(({ id }) => !product.variants.some((variant) => variant.id === id));

  const quantityOf = (product: UpsellProduct) =>
    upsells.find(({ id }) => product.variants.some((variant) => variant.id === id))?.quantity ?? 1;

  return (
    <>
      <header className="grid gap-1">
        <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
          מה עוד ייצא איתכם לדרך?
        </h1>
        {offeredProducts.length > 0 && (
          <p className="text-ink-2">מוצרים שמתאימים למה שבחרתם. אפשר גם להמשיך בלעדיהם.</p>
        )}
        {offeredProducts.length > 0 && reserved && <p className="text-ink-2">{depositRule(reserved)}.</p>}
      </header>
      {summary}
      <section className="grid content-start gap-6">
        {offeredProducts.length === 0 ? (
          <Empty drawing="parcel" title="אין תוספות למוצר הזה">
            הכול מוכן. אפשר להמשיך לתשלום.
          </Empty>
        ) : (
          <ul
            className={classNames(
              'grid gap-x-6 gap-y-8 sm:grid-cols-2',
              offeredProducts.length % 3 === 0 &&
                'md:grid-cols-[repeat(auto-fit,minmax(max(min(10.5rem,100%),30%),1fr))]',
            )}
          >
            {offeredProducts.map((product) => (
              <UpsellCard
                key={product.id}
                product={product}
                chosen={product.variants.find((variant) => upsells.some(({ id }) => id === variant.id)) ?? null}
                quantity={quantityOf(product)}
                onChoose={(variant, quantity) => {
                  basket.setUpsells([...remove(product), { id: variant.id, quantity, price: variant.price }]);
                  setAnnouncement(
                    [`נוסף לרכישה: ${product.name}`, upsells.length === 0 && reserved && depositRule(reserved)]
                      .filter(Boolean)
                      .join('. '),
                  );
                }}
                onRemove={() => {
                  basket.setUpsells(remove(product));
                  setAnnouncement(`הוסר מהרכישה: ${product.name}`);
                }}
              />
            ))}
          </ul>
        )}
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <StepActions basket={basket} label="המשך לאמצעי תשלום" onNext={onNext} />
      </section>
    </>
  );
}
