import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import type { Part } from '#contract/catalogue/parts.ts';
import { productPath } from '#domain/text/links.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Quantity } from '#ui/form/quantity.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { useCart, useCartDrawer } from '../cart/cart.tsx';
import { ReplacedBy } from '../product/replaced-note.tsx';
import { ChassisNote } from './chassis-range.tsx';

/** A part of the diagram: name, price, availability, and a button for the cart. */
export function PartLine({ part, prominent }: { part: Part; prominent: boolean }) {
  return (
    <article aria-label={part.name} className="grid gap-3">
      <div className="flex gap-3">
        {part.main_image ? (
          <Picture
            cut
            image={part.main_image}
            alt=""
            sizes="72px"
            className="size-18 shrink-0 rounded-md bg-ground-2 object-contain p-1"
          />
        ) : (
          <NoPicture className="size-18 shrink-0" />
        )}
        <div className="grid min-w-0 content-start gap-0.5">
          <Link to={productPath(part.slug.name)} className="font-semibold underline-offset-4 hover:underline">
            <bdi>{part.name}</bdi>
          </Link>
          {part.part_number && (
            <span className="text-sm text-ink-3">
              מק״ט{' '}
              <bdi dir="ltr" className="whitespace-nowrap">
                {part.part_number}
              </bdi>
            </span>
          )}
          <ChassisNote ranges={part.chassis} />
          {part.replaced_by && (
            <p className="text-sm">
              <ReplacedBy by={part.replaced_by} />
            </p>
          )}
          <span className="flex flex-wrap items-baseline gap-x-3">
            <PriceWithOld
              value={part.price}
              old={part.deleted_price}
              className="text-lg font-bold"
              oldClassName="text-sm"
            />
            <Stock part={part} />
          </span>
        </div>
      </div>
      <Buy part={part} prominent={prominent} />
    </article>
  );
}

const states: Partial<Record<Part['stock_policy'], string>> = { PRE_ORDER: 'הזמנה מוקדמת', ON_REQUEST: 'בהזמנה אישית' };

function Stock({ part }: { part: Part }) {
  const text = states[part.stock_policy] ?? (part.available ? 'במלאי' : 'אזל מהמלאי');
  return (
    <span className={classNames('text-sm font-medium', part.available ? 'text-success' : 'text-warning')}>{text}</span>
  );
}

function Buy({ part, prominent }: { part: Part; prominent: boolean }) {
  const cart = useCart();
  const { setOpen } = useCartDrawer();
  const [quantity, setQuantity] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const variant = part.single_variant_id;
  if (!part.available || !variant) {
    return (
      <ButtonLink to={productPath(part.slug.name)} variant="secondary" size="sm" className="justify-self-start">
        לפרטי החלק
      </ButtonLink>
    );
  }
  async function add(id: string) {
    setAdding(true);
    const added = await cart.add({ id, quantity, price: part.price });
    setAdding(false);
    if (added) setOpen(true);
  }
  return (
    <div className="flex flex-wrap items-center gap-2 noscript:hidden">
      <Quantity value={quantity} onChange={(value) => setQuantity(Math.max(1, value))} label={`כמות: ${part.name}`} />
      <Button
        variant={prominent ? 'primary' : 'secondary'}
        size="sm"
        busy={isAdding}
        onClick={() => add(variant)}
        aria-label={`הוספה לסל: ${part.name}`}
      >
        <ShoppingBag aria-hidden className="size-4.5" />
        הוספה לסל
      </Button>
    </div>
  );
}
