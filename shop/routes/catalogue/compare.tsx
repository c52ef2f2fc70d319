import { useEffect, useRef } from 'react';
import { type MetaDescriptor, redirect, useNavigate, useSearchParams } from 'react-router';
import type { Product } from '#contract/catalogue/products.ts';
import { bookingNames } from '#domain/calendar/booking.ts';
import { extrasOf } from '#domain/catalogue/configurator.ts';
import { compareFigures } from '#domain/catalogue/product-page/key-figures.ts';
import { formatProducts } from '#domain/text/format.ts';
import { openConfiguration } from '#server/catalogue/configurator/configurations.ts';
import { getConfigurator } from '#server/catalogue/configurator/configurator.ts';
import { getProduct } from '#server/catalogue/products/product.ts';
import { listVehicleNames } from '#server/catalogue/products/products.ts';
import type { RequestContext } from '#server/context.ts';
import { listBranches } from '#server/stores/branches.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { AddVehicle } from '~/features/compare/add-vehicle.tsx';
import { CompareTable } from '~/features/compare/compare-table.tsx';
import {
  comparePath,
  MAX_COMPARED,
  removeCompared,
  toCompared,
  useCompared,
  type Which,
  whichOf,
} from '~/features/compare/compared-list.ts';
import { compareGroups, onlyDifferences } from '~/features/compare/rows.ts';
import { SharedComparison, useOwnComparison } from '~/features/compare/shared-comparison.tsx';
import { type Asked, type ComparedVehicle, toVehicles } from '~/features/compare/vehicle.ts';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/compare.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

/** More than that is no list to choose from; they are looked for instead. */
const MAX_OFFERED = 500;

/** Vehicles by slug; what isn't one of the store's is passed over. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const { searchParams } = new URL(request.url);
  const requested = whichOf(searchParams.get('ids'));
  const [addedVehicle] = whichOf(searchParams.get('add'));
  if (addedVehicle) {
    const others = requested.filter(({ slug }) => slug !== addedVehicle.slug);
    throw redirect(
      comparePath(others.length < requested.length ? requested : [...others, addedVehicle].slice(0, MAX_COMPARED)),
    );
  }
  const [vehicles, all] = await Promise.all([
    Promise.all(requested.map((one) => find(ctx, one))),
    listVehicleNames(ctx, MAX_OFFERED),
  ]);
  const foundVehicles = vehicles
    .flatMap((one) => (one?.product.kind === 'VEHICLE' ? one : []))
    .filter(({ product }, index, list) => list.findIndex((other) => other.product.id === product.id) === index)
    .slice(0, MAX_COMPARED);
  const products = foundVehicles.map(({ product }) => product);
  const list = foundVehicles.map(({ product, of }) => ({ slug: product.slug.name, ...(of && { of }) }));
  const groups = compareGroups(products);
  const figures = compareFigures(products);
  const only = searchParams.get('only') === 'differences' && products.length > 1;
  const names = products.map(({ name }) => name).join(' מול ');
  return {
    vehicles: toVehicles(foundVehicles),
    list,
    only,
    figures: only ? figures.filter(differs) : figures,
    groups: only ? onlyDifferences(groups) : groups,
    visit: await visitOf(ctx),
    offered: all.vehicles.filter(({ slug }) => !list.some((one) => one.slug === slug)),
    more: all.more,
    head: headOf(ctx.store, {
      title: names ? `השוואה: ${names}` : 'השוואת דגמים',
      description: 'מפרט, מחיר ואבזור זה לצד זה',
      // What isn't to be found is canonical to itself.
      path: `${comparePath(list)}${only ? '&only=differences' : ''}`,
      noindex: true,
    }),
  };
}

const differs = ({ values }: { values: ({ text: string } | null)[] }): boolean =>
  new Set(values.map((value) => value?.text)).size > 1;

/** The store's word for a test ride, where a branch offers it. */
const visitOf = async (ctx: RequestContext): Promise<string | null> =>
  (await listBranches(ctx)).some(({ services }) => services.includes('TEST_RIDE'))
    ? bookingNames(ctx.store.settings).TEST_RIDE.name
    : null;

async function find(ctx: RequestContext, { slug, of }: Which): Promise<Asked | null> {
  try {
    const product = await getProduct(ctx, slug).catch(notFoundOr);
    return of ? { product, of, chosen: await chosenOf(ctx, product, of) } : { product };
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}

/**
 * A colour by its SKU, or a configuration by its code; `null` where there is no such one any more, or not with all of
 * its choices.
 */
async function chosenOf(ctx: RequestContext, { id, variants }: Product, of: string): Promise<Asked['chosen']> {
  const color = variants.find(({ sku }) => sku === of);
  if (color) return { variant: color, configured: null };
  const configurator = await getConfigurator(ctx, id);
  const configuration = configurator && (await openConfiguration(ctx, configurator, of));
  const variant = variants.find((one) => one.id === configuration?.variant_id);
  if (!configuration || configuration.price === null || configuration.gone.length > 0 || !variant) return null;
  const extras = extrasOf(configurator, configuration.choices);
  return { variant, configured: { code: configuration.code, price: configuration.price, extras } };
}

/** Without vehicles in the address, it is about those that were chosen on this device. */
function useChosen(list: Which[]): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const chosen = useCompared();
  const isOpen = list.length === 0 && !search.has('ids');
  useEffect(() => {
    if (!isOpen || chosen.length === 0) return;
    void navigate(comparePath(chosen), { replace: true, preventScrollReset: true });
  }, [isOpen, chosen, navigate]);
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { vehicles, list, only, figures, groups, visit, offered, more } = loaderData;
  const { isShared, keep } = useOwnComparison(vehicles.map(toCompared));
  useChosen(list);
  const room = vehicles.length < MAX_COMPARED;
  const title = useRef<HTMLHeadingElement>(null);
  // What was pressed has gone with its vehicle, or is the form for the next one.
  const notePress = useFocusAfterRemoval(vehicles, title);
  function remove({ slug }: ComparedVehicle) {
    notePress();
    // An address without vehicles doesn't say that the last one was removed.
    if (!isShared) removeCompared(slug.name);
  }
  return (
    <div className="page grid gap-4 pt-4 pb-20 md:gap-6 md:pt-8 md:pb-28">
      <header className="flex flex-wrap items-end justify-between gap-6">
        <div className="grid gap-2">
          <h1 ref={title} tabIndex={-1} className="text-3xl font-black focus:outline-none">
            השוואת דגמים
          </h1>
          <p role="status" className="sr-only">
            {vehicles.length > 0 && `${formatProducts(vehicles.length, 'VEHICLE')} בהשוואה`}
          </p>
          {vehicles.length === 1 && <p className="text-lg text-ink-2">הוסיפו עוד דגם כדי לראות במה הם שונים.</p>}
        </div>
        {vehicles.length > 0 && room && (
          <div className="w-full max-w-md print:hidden">
            <AddVehicle key={list.map(({ slug }) => slug).join()} {...{ list, offered, more }} onAdd={notePress} />
          </div>
        )}
      </header>
      {isShared && <SharedComparison onKeep={keep} />}
      {vehicles.length > 1 && (
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-2">
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="size-2 rounded-full bg-action-ink" /> יש הבדל
          </span>
          <Link
            to={`${comparePath(list)}${only ? '' : '&only=differences'}`}
            replace
            preventScrollReset
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4 print:hidden"
          >
            {only ? 'הצגת כל המפרט' : 'הצגת ההבדלים בלבד'}
          </Link>
        </p>
      )}
      {vehicles.length > 0 ? (
        <>
          <CompareTable {...{ vehicles, figures, groups, visit }} onRemove={remove} />
          {only && figures.length + groups.length === 0 && <p className="text-lg">אין הבדלים במפרט בין הדגמים האלה.</p>}
        </>
      ) : (
        <>
          <Empty
            drawing="scales"
            title="עוד לא בחרתם דגמים להשוואה"
            action={<ButtonLink to="/category">לכל הדגמים</ButtonLink>}
          >
            אפשר להוסיף עד ארבעה דגמים מכל כרטיס או דף של דגם, או לבחור כאן.
          </Empty>
          <div className="mx-auto w-full max-w-md">
            <AddVehicle list={[]} {...{ offered, more }} onAdd={notePress} />
          </div>
        </>
      )}
    </div>
  );
}
