import { Barcode, MapPin, ShieldCheck, Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { branchesText, stockText } from '#domain/catalogue/stock-text.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import type { Notes } from '../hero-notes.tsx';
import type { Chosen } from './buy-box.tsx';

type Props = {
  product: Product;
  variant: Variant;
  configured: Chosen | null;
  /** What is of one size is not said. */
  sizeIsOpen: boolean;
  /**
   * The variant that the page opened with, and whether its size was open: a choice made before this part has come to
   * life is told of, too.
   */
  opened: string;
  notes: Notes;
};

export default function StockLine({ product, variant, configured, sizeIsOpen, opened, notes }: Props) {
  const price = configured?.price ?? variant.price;
  const where = notes.collect && !sizeIsOpen ? branchesText(product, variant) : null;
  const stock = stockText(product, sizeIsOpen ? { ...variant, last_pieces: null } : variant);
  return (
    <ul className="grid gap-2 text-sm text-ink-2">
      {variant.available && (
        <li className="flex items-start gap-2">
          <Truck aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {stock}
            {notes.delivery && (
              <>
                {' · '}
                {notes.delivery.name}: {notes.delivery.days}
              </>
            )}
          </span>
        </li>
      )}
      {where && (
        <li className="flex items-start gap-2">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{where}</span>
        </li>
      )}
      {product.warranty && (
        <li className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-4 shrink-0" />
          אחריות: {product.warranty}
        </li>
      )}
      {!sizeIsOpen && (
        <li className="flex items-center gap-2">
          <Barcode aria-hidden className="size-4 shrink-0" />
          מק״ט: <bdi dir="ltr">{variant.sku}</bdi>
        </li>
      )}
      <li className="sr-only">
        <Announcement {...{ variant, price, sizeIsOpen, opened, stock, where }} />
      </li>
    </ul>
  );
}

type AnnouncementProps = Pick<Props, 'variant' | 'sizeIsOpen' | 'opened'> & {
  price: number | null;
  stock: string;
  where: string | null;
};

/** Announces the chosen variant with price and stock; nothing when the page opens. */
function Announcement({ variant, price, sizeIsOpen, opened, stock, where }: AnnouncementProps) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(opened);
  useEffect(() => {
    const current = `${variant.id} ${sizeIsOpen}`;
    if (before.current === current) return;
    before.current = current;
    const values = variant.types
      .filter(({ type }) => !sizeIsOpen || type !== 'SIZE')
      .map(({ value_name }) => isolate(value_name));
    const sum = price === null ? [] : [isolate(formatExactPrice(price))];
    setAnnouncement([...values, ...sum, stock, ...(where ? [where] : [])].join(', '));
  }, [variant, price, sizeIsOpen, stock, where]);
  return <span role="status">{announcement}</span>;
}
