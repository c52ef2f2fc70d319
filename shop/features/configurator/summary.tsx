import { Bookmark, Share2, ShoppingBag } from 'lucide-react';
import type { Configurator } from '#contract/catalogue/configurator.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { basePrice } from '#domain/money/money.ts';
import { isolateRuns } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { Difference } from '#ui/difference.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { Price } from '#ui/price.tsx';
import { useProductInquiry } from '~/lead-banner-link.ts';
import VehiclePrice from '../finance/vehicle-price.tsx';
import type { useConfiguration } from './use-configuration.ts';
import type { useConfigurationActions } from './use-configuration-actions.ts';

type Props = {
  product: Product;
  configurator: Configurator;
  configuration: ReturnType<typeof useConfiguration>;
  actions: ReturnType<typeof useConfigurationActions>;
  /** On a phone, where the bar has price and order: the parts of the price open by a press. */
  folded?: boolean;
};

/** The configured vehicle as its price card takes it. */
export const pricedConfiguration = ({ price, variant }: ReturnType<typeof useConfiguration>['configured']) => ({
  price,
  available: variant?.available ?? false,
});

/** The price with its parts, and the actions. */
export function Summary({ product, configurator, configuration, actions, folded = false }: Props) {
  const leaveDetails = useProductInquiry();
  const { chosen, configured } = configuration;
  const pricedChoices = configurator.groups.flatMap(({ choices }) =>
    choices.filter(({ key, price }) => chosen.includes(key) && price !== 0),
  );
  return (
    <div
      className={classNames(
        'grid gap-4',
        // Beside the parts of the price, so that the picture can be large and the order is in sight with it.
        !folded &&
          '@min-[38rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @min-[38rem]:grid-rows-[auto_1fr] @min-[38rem]:gap-x-10 @min-[38rem]:gap-y-2',
      )}
    >
      <Fold
        until="lg"
        open={!folded}
        className={folded ? undefined : '@min-[38rem]:row-span-2'}
        title={
          <>
            <span>ההרכבה שלכם</span>
            {configured.price !== null && (
              <span className="ms-auto">
                <Price value={configured.price} className="text-xl font-bold" />
              </span>
            )}
          </>
        }
      >
        <div className="grid gap-4">
          <h3 className="text-lg max-lg:sr-only">ההרכבה שלכם</h3>
          {configured.price !== null && (
            <dl className="grid gap-1.5 text-sm text-ink-2">
              <div className="flex justify-between gap-4">
                <dt>מחיר הבסיס</dt>
                <dd>
                  <Price value={basePrice(configured.price, pricedChoices)} />
                </dd>
              </div>
              {pricedChoices.map((choice) => (
                <div key={choice.key} className="flex justify-between gap-4">
                  <dt>{isolateRuns(choice.name)}</dt>
                  <dd>
                    <Difference value={choice.price} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {configured.price !== null && (
            <VehiclePrice product={product} of={pricedConfiguration(configured)} calculator="#finance" />
          )}
        </div>
      </Fold>
      {configured.variant?.available ? (
        <div className="grid gap-2 noscript:hidden">
          {!folded && (
            <Button size="lg" wide busy={actions.busy === 'buy'} onClick={actions.buy}>
              להזמנה
            </Button>
          )}
          <Button size="lg" wide variant="secondary" busy={actions.busy === 'add'} onClick={actions.add}>
            <ShoppingBag aria-hidden className="size-5" /> הוספת ההרכבה לסל
          </Button>
        </div>
      ) : (
        <div className="grid gap-2">
          <p
            className={classNames(
              'font-medium',
              product.stock_policy === 'ON_REQUEST'
                ? 'text-ink-2'
                : 'rounded-md bg-warning-wash px-4 py-3 text-warning',
            )}
          >
            {product.stock_policy === 'ON_REQUEST'
              ? 'הדגם מגיע בהזמנה אישית. אפשר להשאיר פרטים ונחזור אליכם'
              : 'הגרסה הזו אזלה מהמלאי כרגע. אפשר לבחור צבע אחר או להשאיר פרטים'}
          </p>
          <Button size="lg" wide className="noscript:hidden" onClick={leaveDetails}>
            דברו איתנו
          </Button>
        </div>
      )}
      <div className="-ms-4 flex flex-wrap content-start gap-2 noscript:hidden">
        <Button size="sm" variant="quiet" busy={actions.busy === 'keep'} onClick={actions.keep}>
          <Bookmark aria-hidden className="size-5" /> שמירה
        </Button>
        <Button size="sm" variant="quiet" busy={actions.busy === 'share'} onClick={actions.share}>
          <Share2 aria-hidden className="size-5" /> שיתוף
        </Button>
      </div>
    </div>
  );
}
