import type { ReactNode } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';

/** A row of a bill: what, and how much. */
export function TotalRow({
  label,
  children,
  className,
}: {
  label: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames('flex items-baseline justify-between gap-4', className)}>
      <dt>{label}</dt>
      <dd className="tabular text-end">{children}</dd>
    </div>
  );
}

type Discounts = { discount_amount: number; sale: { name: string } }[];

export function DiscountRows({ discounts }: { discounts: Discounts }) {
  return discounts
    .filter((discount) => discount.discount_amount > 0)
    .map((discount) => (
      <TotalRow key={discount.sale.name} label={<bdi>{discount.sale.name}</bdi>} className="text-success">
        <Price value={-discount.discount_amount} />
      </TotalRow>
    ));
}

type Ways = { road_fees: unknown[]; delivery_options: { kind: string }[] };

/** What the sum of the goods is without: a vehicle that is only handed over is sent nowhere. */
export const beforeDelivery = ({ road_fees, delivery_options }: Ways): string =>
  road_fees.length > 0 && delivery_options.every(({ kind }) => kind !== 'COURIER')
    ? 'לפני עלויות המסירה'
    : 'לפני משלוח';

/** What the goods cost, delivery apart. Shekels. */
export const goodsTotal = (sums: { total_cart_price: number; total_cart_discounts: number }): number =>
  Number((sums.total_cart_price - sums.total_cart_discounts).toFixed(2));
