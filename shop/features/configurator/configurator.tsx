import { ChevronUp, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type {
  ConfiguratorChoice,
  Configurator as ConfiguratorData,
  SavedConfiguration,
} from '#contract/catalogue/configurator.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { isolateRuns, keepNumber } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import VehiclePrice from '../finance/vehicle-price.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { pricedConfiguration, Summary } from './summary.tsx';
import { type Configured, hintOf, useConfiguration } from './use-configuration.ts';
import { useConfigurationActions } from './use-configuration-actions.ts';

type Props = {
  product: Product;
  configurator: ConfiguratorData;
  saved: SavedConfiguration | null;
  /** What the page shows. */
  shown: Configured | null;
  onChange: (configured: Configured | null) => void;
};

/** Steps on one side, picture and price beside them; on a phone the price stays visible. */
export default function Configurator({ product, configurator, saved, shown, onChange }: Props) {
  const section = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const configuration = useConfiguration(configurator, saved, shown, onChange);
  const { chosen, configured, announcement, offer, pick, accept, dismiss } = configuration;
  const actions = useConfigurationActions(product, configuration);
  useMarkWhileShown(section);
  const variant = configurator.variants.find(({ id }) => id === configured.variant?.id);
  const image = variant?.image ?? product.main_image;
  const soldOut = ({ variants }: ConfiguratorChoice): boolean =>
    product.stock_policy !== 'ON_REQUEST' &&
    variants.length > 0 &&
    !configurator.variants.some(({ sku, available }) => available && variants.includes(sku));

  return (
    <section
      ref={section}
      id="configurator"
      tabIndex={-1}
      aria-labelledby="configurator-title"
      className="border-t border-line focus:outline-none"
    >
      <div className="page grid gap-x-14 gap-y-5 py-5 lg:gap-y-8 xl:gap-x-10 lg:grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)] lg:py-20">
        <header className="grid gap-2 lg:col-span-2">
          <h2 id="configurator-title" className="text-2xl lg:text-3xl">
            בונים את {/^[א-ת]/.test(product.name) ? '' : 'ה־'}
            <bdi>{keepNumber(product.name)}</bdi> שלכם
          </h2>
          <p className="text-lg text-ink-2 max-lg:hidden">בחרו מה מתאים לכם. המחיר מתעדכן עם כל בחירה.</p>
          {saved && saved.gone.length > 0 && <Gone names={saved.gone} />}
        </header>
        <div className="lg:order-2">
          <div className="grid gap-6 lg:sticky lg:top-38">
            <div className="aspect-16/10 overflow-hidden rounded-xl bg-ground-2 p-3 lg:aspect-auto lg:h-[min(36rem,43vh)] lg:p-4">
              {image && (
                <Picture
                  key={image.image_url}
                  image={image}
                  sizes="(min-width: 1568px) 900px, (min-width: 1024px) 56vw, 92vw"
                  className="color-swap size-full! object-contain"
                />
              )}
            </div>
            <div className="@container hidden lg:block">
              <Summary {...{ product, configurator, configuration, actions }} />
            </div>
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-0 lg:order-1 lg:gap-10">
          {configurator.groups.map((group) => (
            <ChoiceGroup
              key={group.name}
              group={group}
              chosen={chosen}
              hint={(key) => hintOf(configurator, chosen, key)}
              soldOut={soldOut}
              onPick={pick}
            />
          ))}
          <div className="mt-4 rounded-xl bg-ground-2 p-4 lg:hidden">
            <Summary {...{ product, configurator, configuration, actions }} folded />
          </div>
        </div>
      </div>
      <div className="sticky bottom-14 z-20 flex flex-wrap items-end justify-between gap-x-3 border-t border-line bg-ground px-(--page-margin) py-2 md:bottom-0 lg:hidden noscript:hidden">
        {open && configured.price !== null && (
          <div id="configured-price" className="max-h-[50dvh] basis-full overflow-y-auto py-2">
            <VehiclePrice product={product} of={pricedConfiguration(configured)} calculator="#finance" />
          </div>
        )}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? 'configured-price' : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 items-center gap-3 rounded-md text-start"
        >
          {image && (
            <Picture
              image={image}
              alt=""
              sizes="64px"
              className="aspect-4/3 w-16 shrink-0 object-contain max-[22rem]:hidden"
            />
          )}
          <span className="grid min-w-0 leading-tight">
            <span className="flex items-center gap-1 text-xs text-ink-2">
              <span className="truncate">ההרכבה שלכם</span>
              <ChevronUp
                aria-hidden
                className={classNames(
                  'size-4 shrink-0 transition-transform motion-reduce:transition-none',
                  open && 'rotate-180',
                )}
              />
            </span>
            {configured.price !== null && <Price value={configured.price} className="text-lg font-bold" />}
          </span>
        </button>
        {configured.variant?.available && (
          <Button busy={actions.busy === 'buy'} onClick={actions.buy} className="shrink-0 px-4!">
            להזמנה
          </Button>
        )}
      </div>
      {actions.sharing}
      <OfferDialog offer={offer} onAccept={accept} onClose={dismiss} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

function Gone({ names }: { names: string[] }) {
  return (
    <p
      role="status"
      className="flex items-start gap-2 justify-self-start rounded-md bg-warning-wash px-4 py-3 font-medium text-warning"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        ההרכבה ששמרתם השתנתה מאז. כבר אינם בה: {names.map(isolateRuns).join(', ')}. השאר נבחר מחדש במחיר של היום.
      </span>
    </p>
  );
}

/** While it is visible its own price bar replaces the page's (`in-data-configuring:hidden` there). */
function useMarkWhileShown(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = section.current?.parentElement;
    if (!section.current || !page) return;
    const observer = new IntersectionObserver((entries) =>
      page.toggleAttribute('data-configuring', entries.at(-1)?.isIntersecting),
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [section]);
}
