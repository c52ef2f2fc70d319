import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { lastPiecesText } from '#domain/catalogue/stock-text.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { keepNumber } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Quantity } from '#ui/form/quantity.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { useStore } from '~/store.ts';
import { LineParts } from '../../cart/line-parts.tsx';
import VehiclePrice from '../../finance/vehicle-price.tsx';
import type { SoldOut } from '../../product/buy/stock-alert.tsx';
import { StockAlertButton } from '../../product/buy/stock-alert-button.tsx';
import { formatSpecification } from '../../product/format-specification.ts';
import { Loading } from '../loading.tsx';
import { StepActions } from '../step-actions.tsx';
import type { ProductBasket } from './use-product-basket.ts';
import { VariantRadios } from './variant-radios.tsx';

type Props = {
  product: Product;
  configuration: SavedConfiguration | null;
  basket: ProductBasket;
  onNext: () => void;
};

/** Step 1: which one, in which colour and size, and how many; first of all, that what was chosen has been sold. */
export function ProductStep(props: Props) {
  const { product, configuration, basket } = props;
  const { variant, variants, isLost } = basket;
  const isOnSale = variants.some(({ available }) => available);
  // Until it is known that nothing is open, it may be missing because this shopper has ordered it.
  if (!isOnSale && !basket.ready) return <Loading />;
  return (
    <div className="grid gap-6">
      {isLost && variant && (
        <Lost of={{ ...variant, name: product.name }} hasOthers={isOnSale && configuration === null} />
      )}
      {isOnSale ? <Choice {...props} /> : <NotForSale product={product} />}
    </div>
  );
}

function Choice({ product, configuration, basket, onNext }: Props) {
  const { store } = useStore();
  const { variant, variants, choice } = basket;
  const line = basket.quote?.cart.find(({ id }) => id === choice.variant);
  const image = variant?.product_images[0] ?? product.main_image;
  const sellable = variant?.available === true && choice.quantity > 0;
  return (
    <div className="grid gap-6 md:grid-cols-[1fr_1.3fr] md:grid-rows-[auto_1fr] md:gap-x-8 lg:gap-x-16">
      <div className="grid aspect-[4/3] place-items-center self-start overflow-hidden rounded-xl bg-ground-2 md:col-start-2">
        {image ? (
          <Picture
            key={image.image_url}
            image={image}
            sizes="(min-width: 800px) 54vw, 100vw"
            priority
            className="size-full object-contain p-3 sm:p-8"
          />
        ) : (
          <NoPicture className="size-full" />
        )}
      </div>
      <div className="contents content-start gap-6 md:col-start-1 md:row-span-2 md:row-start-1 md:grid">
        <header className="grid gap-1">
          {product.brand && product.brand.name !== store.name && (
            <p className="text-sm font-medium text-ink-3">{product.brand.name}</p>
          )}
          <h1 id="step-title" tabIndex={-1} className="text-3xl focus:outline-none">
            <bdi>{keepNumber(product.name)}</bdi>
          </h1>
          <p className="text-lg text-ink-2">{product.subtitle}</p>
        </header>
        {variant && !configuration && (
          <VariantRadios
            variants={variants}
            current={variant}
            onPick={({ id, price }) => basket.changeMain({ id, price })}
          />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <span className="text-ink-3">כמות:</span>
          <Quantity
            value={choice.quantity}
            onChange={(quantity) => basket.changeMain({ quantity })}
            max={maxOf(basket)}
            label="כמות"
          />
          {variant?.last_pieces && (
            <span className="text-sm font-medium text-warning">{lastPiecesText(variant.last_pieces)}</span>
          )}
        </div>
        {choice.quantity === 0 && <p role="status">בחרו כמות כדי להמשיך</p>}
        {variant && !variant.available && !basket.isLost && (
          <p role="status">השילוב הזה אזל מהמלאי. בחרו צבע או מידה אחרים</p>
        )}
        {variant && (
          <VehiclePrice
            product={product}
            of={{
              price: line?.price ?? configuration?.price ?? variant.price,
              deleted_price: line ? line.deleted_price : variant.deleted_price,
              available: variant.available,
            }}
          />
        )}
        {configuration && (
          <div className="grid gap-3 rounded-lg bg-ground-2 p-4">
            <LineParts types={variant?.types ?? []} choices={line?.choices ?? []} price={line?.price ?? null} />
            <ButtonLink
              to={`${productPath(product.slug.name)}?config=${configuration.code}#configurator`}
              variant="secondary"
              size="sm"
              className="justify-self-start"
            >
              שינוי ההרכבה
            </ButtonLink>
          </div>
        )}
        <StepActions
          basket={basket}
          label="המשך לתוספות"
          onNext={onNext}
          disabled={!sellable}
          className="order-last md:order-none md:mx-0 md:px-0"
        />
      </div>
      <Specifications product={product} />
    </div>
  );
}

/** Says that it can't be had any more, and what can be done. */
function Lost({ of, hasOthers }: { of: SoldOut; hasOthers: boolean }) {
  const values = of.types.map(({ value_name }) => value_name).join(', ');
  return (
    <section role="alert" className="grid justify-items-start gap-3 rounded-xl bg-warning-wash p-5 lg:p-7">
      <p className="text-xl font-bold">
        אזל בינתיים: <bdi>{values || keepNumber(of.name)}</bdi>
      </p>
      <p>
        לא חויבתם, ומה שמילאתם נשמר.
        {hasOthers ? ' אפשר לבחור כאן גרסה אחרת, או לקבל הודעה כשהמלאי יתחדש.' : ' נשמח להודיע כשהמלאי יתחדש.'}
      </p>
      <StockAlertButton of={of} size="sm" variant="secondary" />
    </section>
  );
}

const maxOf = ({ quote, choice }: ProductBasket): number =>
  quote?.cart.find(({ id }) => id === choice.variant)?.max_quantity ?? MAX_LINE_QUANTITY;

/** The first few figures; the product's page has them all. */
function Specifications({ product }: { product: Product }) {
  const figures = product.specifications.flatMap((group) => group.values).slice(0, 6);
  if (figures.length === 0) return null;
  return (
    <section className="grid content-start gap-3 md:col-start-2">
      <h2 className="text-base">המפרט בקצרה</h2>
      <dl className="grid gap-x-8 text-sm sm:grid-cols-2 md:max-lg:grid-cols-1">
        {figures.map((figure) => (
          <div key={figure.name} className="flex items-baseline justify-between gap-4 border-b border-line py-2">
            <dt className="text-ink-3">{figure.name}</dt>
            <dd className="text-end font-medium">{formatSpecification(figure)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function NotForSale({ product }: { product: Product }) {
  return (
    <>
      <h1 id="step-title" tabIndex={-1} className="sr-only">
        {product.name}
      </h1>
      <Empty
        drawing="closed"
        title="אי אפשר להזמין את המוצר באתר כרגע"
        action={<ButtonLink to={productPath(product.slug.name)}>לדף המוצר</ButtonLink>}
      >
        <bdi>{keepNumber(product.name)}</bdi> אינו זמין כעת להזמנה מקוונת. בדף המוצר אפשר להשאיר פרטים, ונחזור אליכם.
      </Empty>
    </>
  );
}
