import { useChosenTerms } from './chosen-terms.ts';
import { useChosenTradeIn } from './chosen-trade-in.ts';
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
  /** On ground of its own, apart from what surrounds it. */
  boxed?: boolean;
  className?: string | undefined;
};

/** The price card of a vehicle: on its page, in the configurator, in the comparison and where its purchase begins. */
export default function VehiclePrice({ product, of, boxed, ...look }: Props) {
  const lines = linesOfVehicle(product, of, useChosenTerms(product.id), useChosenTradeIn(product.id));
  return (
    <>
      <PriceCard lines={lines} {...(boxed && { className: 'rounded-xl bg-ground p-4 sm:p-5' })} {...look} />
      {!look.stacked && of.available && of.price !== null && <WalletNote sum={of.price} />}
    </>
  );
}
