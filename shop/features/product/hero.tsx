import type { CSSProperties } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { optionGroups } from '#domain/catalogue/variants.ts';
import { keepNumber, prose } from '#domain/text/format.ts';
import { categoryPath } from '#domain/text/links.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { lazyPartOf } from '#ui/lazy-part.tsx';
import { useStore } from '~/store.ts';
import { FavoriteButton } from '../favorites/favorite-button.tsx';
import { BuyBox, type Chosen } from './buy/buy-box.tsx';
import { VariantLinks } from './buy/variant-links.tsx';
import { Gallery } from './gallery/gallery.tsx';
import type { Notes } from './hero-notes.tsx';
import { loadHeroParts } from './load-hero-parts.ts';

const Facts = lazyPartOf(loadHeroParts, (parts) => parts.Facts);
const HeroActions = lazyPartOf(loadHeroParts, (parts) => parts.HeroActions);
const HeroNotes = lazyPartOf(loadHeroParts, (parts) => parts.HeroNotes);

type Props = {
  product: Product;
  variant: Variant | undefined;
  /** No size is chosen yet: `variant` stands for all of them. */
  sizeIsOpen: boolean;
  notes: Notes;
  configured: Chosen | null;
  sizeGuide: string | null;
};

/** The first screen: the vehicle, its name, price and purchase. */
export function Hero({ product, variant, sizeIsOpen, notes, configured, sizeGuide }: Props) {
  const { store } = useStore();
  const images = variant?.product_images.length ? variant.product_images : product.product_images;
  return (
    <div className="bg-ground-2">
      <div className="page product-columns">
        <Breadcrumbs
          items={[
            ...product.breadcrumbs.map(({ name, slug }) => ({ name, to: categoryPath(slug.name) })),
            { name: product.name },
          ]}
          className="col-span-full"
        />
        <div className="product-stage">
          <Gallery images={images} spin={variant?.spin ?? []} name={product.name} />
        </div>
        <div className="product-words">
          <div className="product-choice">
            <header className="grid gap-2">
              <div className="-my-2 flex items-center justify-between gap-2">
                <p className="text-sm font-semibold text-action-ink">
                  {product.brand && product.brand.name !== store.name
                    ? product.brand.name
                    : product.breadcrumbs.at(-1)?.name}
                </p>
                <div className="-me-2 flex shrink-0">
                  <HeroActions product={product} isVehicle={notes.isVehicle} />
                  <FavoriteButton uuid={product.id} name={product.name} />
                </div>
              </div>
              <h1 className="product-title font-black" style={{ '--letters': product.name.length } as CSSProperties}>
                <bdi>{keepNumber(product.name)}</bdi>
              </h1>
              <p className="text-lg text-ink-2">{prose(product.subtitle)}</p>
            </header>
            <Facts product={product} />
            {variant && (
              <div id="colors" tabIndex={-1} className="grid gap-4 focus:outline-none">
                <VariantLinks
                  groups={optionGroups(product.variants, variant, product.stock_policy === 'ON_REQUEST')}
                  {...{ sizeIsOpen, sizeGuide }}
                />
              </div>
            )}
          </div>
          {variant && <BuyBox {...{ product, variant, sizeIsOpen, configured, notes }} />}
          <HeroNotes product={product} variant={sizeIsOpen ? undefined : variant} notes={notes} />
        </div>
      </div>
    </div>
  );
}
