import { useState } from 'react';
import type { UpsellProduct, Variant } from '#contract/catalogue/products.ts';
import { keepNumber } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Quantity } from '#ui/form/quantity.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price, PriceWithOld } from '#ui/price.tsx';
import { VariantRadios } from './variant-radios.tsx';

type Props = {
  product: UpsellProduct;
  /** What the card shows, to begin with. */
  variant: Variant;
  quantity: number;
  /** It is in the purchase already. */
  chosen: boolean;
  onSave: (variant: Variant, quantity: number) => void;
  onClose: () => void;
};

/** An extra in peace: large, in every option, and how many. Nothing changes before it is confirmed. */
export default function UpsellDialog(props: Props) {
  const { product, onSave, onClose, chosen } = props;
  const [variant, setVariant] = useState(props.variant);
  const [quantity, setQuantity] = useState(Math.max(1, props.quantity));
  const image = variant.product_images[0] ?? product.main_image;

  function save() {
    onSave(variant, quantity);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="בחירת אפשרויות"
      width="w-full sm:w-[34rem] md:w-[min(46rem,92vw)]"
      footer={
        <div className="p-5">
          <Button size="lg" wide disabled={!variant.available || quantity === 0} onClick={save}>
            <span>
              {chosen ? 'עדכון' : 'הוספה לרכישה'} ·{' '}
              <Price value={variant.price === null ? null : variant.price * quantity} />
            </span>
          </Button>
        </div>
      }
    >
      <div className="grid gap-5 p-5 md:grid-cols-2 md:gap-8">
        {image && (
          <div className="h-[22dvh] overflow-hidden rounded-lg bg-ground-2 md:h-full md:max-h-96">
            <Picture
              cut
              key={image.image_url}
              image={image}
              sizes="(min-width: 800px) 21rem, (min-width: 600px) 30rem, 92vw"
              alt=""
              className="size-full object-contain p-4"
            />
          </div>
        )}
        <div className="grid content-center gap-5 md:col-start-2">
          <div className="grid gap-1">
            <h3 className="text-xl">
              <bdi>{keepNumber(product.name)}</bdi>
            </h3>
            <p className="text-ink-2">{product.subtitle}</p>
            <PriceWithOld
              value={variant.price}
              old={variant.deleted_price}
              className="text-lg font-bold"
              oldClassName="text-sm"
            />
          </div>
          <VariantRadios variants={product.variants} current={variant} onPick={setVariant} />
          <div>
            <div className="flex flex-wrap items-center gap-4">
              <span className="text-ink-3">כמות:</span>
              <Quantity value={quantity} onChange={setQuantity} label={`כמות: ${product.name}`} />
            </div>
            <p role="status" className="mt-2 text-sm text-ink-2 empty:mt-0">
              {!variant.available && 'השילוב הזה אזל מהמלאי. בחרו אפשרות אחרת'}
              {variant.available && quantity === 0 && 'בחרו כמות כדי להמשיך'}
            </p>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
