import { Check, Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { UpsellProduct, Variant } from '#contract/catalogue/products.ts';
import { prose } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { VariantRadios } from './variant-radios.tsx';

const UpsellDialog = lazyPart(() => import('./upsell-dialog.tsx'));

type Props = {
  product: UpsellProduct;
  /** The variant that is in the purchase. */
  chosen: Variant | null;
  /** How many of it are in the purchase; 1 while it is not. */
  quantity: number;
  onChoose: (variant: Variant, quantity: number) => void;
  onRemove: () => void;
};

/** A product that goes well with the one bought. Another colour or size changes what was already added. */
export function UpsellCard({ product, chosen, quantity, onChoose, onRemove }: Props) {
  const [customising, setCustomising] = useState(false);
  const [shownVariant, setShownVariant] = useState<Variant | null>(
    chosen ?? product.variants.find(({ available }) => available) ?? null,
  );
  const current = chosen ?? shownVariant;
  const image = current?.product_images[0] ?? product.main_image;

  function pick(variant: Variant) {
    setShownVariant(variant);
    if (chosen && variant.available) onChoose(variant, quantity);
  }

  return (
    <li className="grid gap-y-2 max-sm:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:gap-x-4 sm:row-span-6 sm:grid-rows-subgrid">
      <div className="relative grid aspect-[4/3] place-items-center self-start overflow-hidden rounded-lg bg-ground-2 max-sm:row-span-4 max-sm:aspect-square">
        {image ? (
          <Picture
            cut
            image={image}
            sizes="(min-width: 1024px) 27vw, (min-width: 600px) 45vw, 104px"
            alt=""
            className="size-full object-contain p-1 sm:p-4"
          />
        ) : (
          <NoPicture className="size-full" />
        )}
        {chosen && (
          <span className="absolute start-1 top-1 inline-flex items-center gap-1 rounded-full bg-success-wash px-2 py-0.5 text-xs font-semibold text-success sm:start-3 sm:top-3 sm:gap-1.5 sm:px-3 sm:py-1 sm:text-sm">
            <Check aria-hidden className="size-4" /> ברכישה{quantity > 1 && ` · ${quantity} יחידות`}
          </span>
        )}
      </div>
      <h2 className="line-clamp-2 text-lg leading-snug text-wrap sm:mt-1">{prose(product.name)}</h2>
      <p className="line-clamp-2 text-sm text-ink-2">{prose(product.subtitle)}</p>
      <p>
        {current && (
          <PriceWithOld
            value={current.price}
            old={current.deleted_price}
            className="text-lg font-bold"
            oldClassName="text-sm"
          />
        )}
      </p>
      <div className="grid content-start gap-3">
        {current && <VariantRadios variants={product.variants} current={current} onPick={pick} small />}
      </div>
      <div className="grid content-start gap-1 max-sm:col-span-2 max-sm:grid-flow-col max-sm:grid-cols-[minmax(0,1fr)] sm:pt-3">
        {chosen ? (
          <Button variant="secondary" wide className="px-2!" onClick={onRemove} aria-label={`הסרה: ${product.name}`}>
            הסרה
          </Button>
        ) : (
          <Button
            variant="secondary"
            wide
            className="px-2!"
            disabled={!current?.available}
            onClick={() => current && onChoose(current, 1)}
            aria-label={current?.available ? `הוספה לרכישה: ${product.name}` : undefined}
          >
            {current?.available ? (
              <>
                <Plus aria-hidden className="size-5" /> הוספה לרכישה
              </>
            ) : (
              'אזל מהמלאי'
            )}
          </Button>
        )}
        {current && (
          <Button
            variant="quiet"
            wide
            className="px-2! text-ink-2"
            onClick={() => setCustomising(true)}
            aria-label={`בחירת אפשרויות: ${product.name}`}
            aria-haspopup="dialog"
          >
            <SlidersHorizontal aria-hidden className="size-5" /> בחירת אפשרויות
          </Button>
        )}
      </div>
      {customising && current && (
        <UpsellDialog
          product={product}
          variant={current}
          quantity={quantity}
          chosen={chosen !== null}
          onSave={(variant, pieces) => {
            setShownVariant(variant);
            onChoose(variant, pieces);
          }}
          onClose={() => setCustomising(false)}
        />
      )}
    </li>
  );
}
