import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useChosenTerms } from './chosen-terms.ts';
import { CREDIT, useChosenTradeIn } from './chosen-trade-in.ts';
import { linesOfVehicle, type PricedProduct, type PricedVariant } from './offer.ts';
import PriceCard from './price-card.tsx';
import { WalletNote } from './wallets.tsx';

type Props = {
  product: PricedProduct;
  of: PricedVariant;
  /** URL of its calculator. */
  calculator?: string;
  /** In a narrow column. */
  stacked?: boolean;
  /** On the vehicle's own page: the price alone, or what is besides it, as the order stands between them. */
  part?: 'price' | 'terms';
  className?: string | undefined;
};

/** The price card of a vehicle: on its page, in the configurator, in the comparison and where its purchase begins. */
export default function VehiclePrice({ product, of, part, ...look }: Props) {
  const all = linesOfVehicle(product, of, useChosenTerms(product.id), useChosenTradeIn(product.id));
  const lines = part === 'price' ? all.slice(0, 1) : part === 'terms' ? all.slice(1) : all;
  const { hash } = useLocation();
  useEffect(() => {
    if (part === 'terms' && hash === `#${CREDIT}`)
      document.querySelector<HTMLElement>('.product-buy [data-line="trade_in"]')?.focus();
  }, [part, hash]);
  return (
    <>
      {lines.length > 0 && <PriceCard lines={lines} {...(part && { calculator: '#finance' })} {...look} />}
      {part !== 'price' && !look.stacked && of.available && of.price !== null && <WalletNote sum={of.price} />}
    </>
  );
}
