import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Product, Variant } from '#contract/products.ts';
import { Button } from '~/ui/button.tsx';
import { Picture } from '~/ui/picture.tsx';
import { PriceWithOld } from '~/ui/price.tsx';
import { VariantPicker } from './variant-picker.tsx';

type Props = {
  product: Product;
  /** The variant that is in the purchase. */
  chosen: Variant | null;
  onChoose: (variant: Variant) => void;
  onRemove: () => void;
};

/** A product that goes well with the one bought. Another colour or size changes what was already added. */
export function UpsellCard({ product, chosen, onChoose, onRemove }: Props) {
  const [shown, setShown] = useState<Variant | null>(
    chosen ?? product.variants.find(({ available }) => available) ?? null,
  );
  const current = chosen ?? shown;
  const image = current?.product_images[0] ?? product.main_image;

  function pick(variant: Variant) {
    setShown(variant);
    if (chosen && variant.available) onChoose(variant);
  }

  return (
    <li className="flex flex-col gap-3">
      <div className="relative grid aspect-[4/3] place-items-center overflow-hidden rounded-lg bg-ground-2">
        {image && (
          <Picture
            image={image}
            sizes="(min-width: 1024px) 27vw, (min-width: 600px) 45vw, 92vw"
            alt=""
            className="size-full object-contain p-4"
          />
        )}
        {chosen && (
          <span className="absolute start-3 top-3 inline-flex items-center gap-1.5 rounded-full bg-success-wash px-3 py-1 text-sm font-semibold text-success">
            <Check aria-hidden className="size-4" /> ברכישה
          </span>
        )}
      </div>
      <div className="grid gap-1">
        <h2 className="line-clamp-2 text-lg">
          <bdi>{product.name}</bdi>
        </h2>
        <p className="line-clamp-2 text-sm text-ink-2">{product.subtitle}</p>
        {current && (
          <PriceWithOld
            value={current.price}
            old={current.deleted_price}
            className="text-lg font-bold"
            oldClassName="text-sm"
          />
        )}
      </div>
      <div className="grid gap-3">
        {current && <VariantPicker variants={product.variants} current={current} onPick={pick} small />}
      </div>
      <div className="mt-auto pt-1">
        {chosen ? (
          <Button variant="secondary" wide onClick={onRemove} aria-label={`הסרה: ${product.name}`}>
            הסרה
          </Button>
        ) : (
          <Button
            variant="secondary"
            wide
            disabled={!current?.available}
            onClick={() => current && onChoose(current)}
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
      </div>
    </li>
  );
}
