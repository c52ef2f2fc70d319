import type { ReactNode } from 'react';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { keepNumber } from '#domain/text/format.ts';
import type { MissingLine } from './basket.ts';
import { VariantValues } from './variant-values.tsx';

type Props = {
  items: CartItem[];
  /** What can be done about one of them. */
  action: (item: CartItem) => ReactNode;
};

/** What the cart has lost because it was sold out or taken out of the store. */
export const MissingLines = ({ items, action }: Props) => (
  <ul className="grid gap-4">
    {items.map((item) => (
      <li key={item.id} className="grid justify-items-start gap-2">
        <p>
          <bdi className="font-semibold">{keepNumber(item.name)}</bdi> – {REMOVED}
        </p>
        <VariantValues types={item.types} />
        {action(item)}
      </li>
    ))}
  </ul>
);

/** What never was in the cart is no loss. */
export const wasShown = (line: MissingLine): line is CartItem => 'name' in line;

export const REMOVED = 'אינו זמין יותר והוסר';
export const TELL_WHEN_BACK = 'עדכון על חזרה למלאי';
