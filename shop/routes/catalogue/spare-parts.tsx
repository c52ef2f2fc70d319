import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { type MetaDescriptor, redirect } from 'react-router';
import type { Part, PartsMake, PartsVehicle } from '#contract/catalogue/parts.ts';
import { isChassisNumber } from '#domain/catalogue/parts/chassis.ts';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { isolate } from '#domain/text/format.ts';
import { listCollections } from '#server/catalogue/collections/collections.ts';
import { listAssemblies } from '#server/catalogue/parts/assemblies.ts';
import { getParts } from '#server/catalogue/parts/parts.ts';
import { findVehicle, hasPlates, listPartsVehicles } from '#server/catalogue/parts/vehicles.ts';
import type { RequestContext } from '#server/context.ts';
import { findModel } from '#server/leads/trade-ins/vehicle.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Link } from '#ui/link.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { contextOf } from '~/context.ts';
import { AssemblyCards, partsCount } from '~/features/parts/assembly-cards.tsx';
import { ChassisNote } from '~/features/parts/chassis-range.tsx';
import { Makes, Models, Years } from '~/features/parts/choices.tsx';
import { Finder } from '~/features/parts/finder.tsx';
import { rememberVehicle } from '~/features/parts/garage.ts';
import { GarageRow } from '~/features/parts/garage-row.tsx';
import { partsQuestionPath, presentPath, readPartsQuery, sparePartsPath } from '~/features/parts/parts-url.ts';
import { usePartsPath } from '~/features/parts/use-parts-path.ts';
import { ProductGrid } from '~/features/product/card/product-grid.tsx';
import { ReplacedBy, ReplacedNote } from '~/features/product/replaced-note.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/spare-parts.ts';

const PAGE_SIZE = 24;
/** What was found stands below three forms on a phone. */
const FOUND = 'found';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const requested = readPartsQuery(url.searchParams);
  const makes = await listPartsVehicles(ctx);
  const match = findVehicle(makes, requested.model);
  const model = match?.vehicle.slug.name;
  if (model && model !== requested.model) throw redirect(presentPath(url, sparePartsPath(), model), 301);
  const { make, vehicle, year, ownYear } = choose(makes, match, requested);
  const category = await categoryOf(ctx, requested);
  const { chassis, others, assemblies, parts, page, pages } = await find(ctx, requested, vehicle, year, category?.slug);

  const several = makes.length > 1;
  const title = requested.number
    ? `חלקים לפי מספר: ${isolate(requested.number)}`
    : titleOf(several ? make : null, vehicle, year);
  const query = { make: several ? make?.key : null, model: vehicle?.slug.name, year, number: requested.number };
  return {
    head: headOf(ctx.store, {
      title,
      description: 'איתור חלקי חילוף מקוריים לפי יצרן, דגם, שנה ותרשים מפורט, או לפי מספר חלק.',
      path: sparePartsPath({ ...query, page }),
      noindex: requested.number !== '' || chassis !== '' || category !== null,
    }),
    title,
    byPlate: ctx.env.VEHICLE_REGISTRY !== 'off' && (await hasPlates(ctx)),
    makes: makes.map(({ key, name, name_en, vehicles }) => ({
      key,
      name,
      name_en,
      models: vehicles.length,
      image: vehicles[0]?.image ?? null,
    })),
    make: make && { key: make.key, name: make.name, vehicles: make.vehicles },
    vehicle,
    year,
    ownYear,
    chassis: { requested: vehicle ? requested.chassis : '', known: chassis },
    others,
    number: requested.number,
    category,
    replaced: parts?.replaced ?? null,
    assemblies,
    parts: parts?.items ?? [],
    total: parts?.total ?? 0,
    page,
    pages,
  };
}

/** A plate leads to its vehicle's parts; where it leads nowhere, the reply says how to go on. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormReply | Response> {
  const ctx = contextOf(context);
  const { category } = readPartsQuery(new URL(request.url).searchParams);
  const makes = await listPartsVehicles(ctx);
  // The registry is queried to find parts only, not for callers that send plates to any store.
  if (makes.length === 0)
    return { errors: {}, values: {}, message: 'אין בחנות הזו חלקים לפי דגם. אפשר לחפש לפי מספר החלק.' };
  const outcome = await findModel(ctx, await request.formData(), makes, {
    byHand: makes.length > 1 ? 'בחרו יצרן, דגם ושנה.' : 'בחרו דגם ושנה.',
    notOurs: 'אין אצלנו חלקים לפי דגם לכלי הזה. אפשר לחפש לפי מספר החלק.',
  });
  if (outcome.refused) return outcome.refused;
  return redirect(sparePartsPath({ model: outcome.vehicle.slug.name, year: outcome.year, category }), 303);
}

type Requested = ReturnType<typeof readPartsQuery>;

/**
 * What has the number, or else what fits the vehicle; `others`: parts of the model that are for other chassis numbers.
 */
async function find(
  ctx: RequestContext,
  requested: Requested,
  vehicle: PartsVehicle | null,
  year: number | null,
  collection: string | undefined,
) {
  const chassis = vehicle && isChassisNumber(requested.chassis) ? requested.chassis : '';
  const model = vehicle && { vehicle: vehicle.slug.name, year: year ?? undefined };
  const of = model && { ...model, chassis: chassis || undefined };
  const filter = requested.number ? { number: requested.number } : of && { ...of, collection };
  const ask = (page: number) => filter && getParts(ctx, { ...filter, page, page_size: PAGE_SIZE });
  const [assemblies, first, all] = await Promise.all([
    of ? listAssemblies(ctx, of) : [],
    ask(requested.page),
    chassis && model ? getParts(ctx, { ...model, collection, page: 1, page_size: 1 }) : null,
  ]);
  const total = first?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(requested.page, pages);
  const parts = page === requested.page ? first : await ask(page);
  return { chassis, others: all ? all.total - total : 0, assemblies, parts, page, pages };
}

/** The category of parts that those of a vehicle are narrowed to. */
async function categoryOf(ctx: RequestContext, { category, number }: Requested) {
  if (!category || number) return null;
  const collection = (await listCollections(ctx)).find(
    ({ slug, kind }) => slug.name === category && kind === 'SPARE_PART',
  );
  return collection ? { slug: collection.slug.name, name: collection.name } : null;
}

/**
 * What the address chooses. A store of one make need not ask for it. `ownYear`: of the shopper's vehicle; where no
 * part is for it, `year` is none, and the parts are those of the other years.
 */
function choose(makes: PartsMake[], match: ReturnType<typeof findVehicle>, query: Requested) {
  // A form without scripts sends the old model beside a new make: the make has been chosen last.
  const current = match && (!query.make || match.make.key === query.make) ? match : null;
  const only = makes.length === 1 ? makes[0] : undefined;
  const make = current?.make ?? makes.find(({ key }) => key === query.make) ?? only ?? null;
  const vehicle = query.number ? null : (current?.vehicle ?? null);
  const ownYear = vehicle && query.year;
  const year = ownYear && vehicle.years.includes(ownYear) ? ownYear : null;
  return { make, vehicle, year, ownYear };
}

function titleOf(make: PartsMake | null, vehicle: PartsVehicle | null, year: number | null): string {
  if (vehicle) return `חלקי חילוף ל־${[vehicle.name, year].filter(Boolean).join(' ')}`;
  return make ? `חלקי חילוף ${make.name}` : 'חלקי חילוף';
}

const nameOf = (vehicle: PartsVehicle, year: number | null, chassis: string): string =>
  [[vehicle.name, year].filter(Boolean).join(' '), chassis && `מספר שלדה ${chassis}`].filter(Boolean).join(', ');

type Data = Route.ComponentProps['loaderData'];

export default function SpareParts({ loaderData, actionData }: Route.ComponentProps) {
  const { title, byPlate, makes, make, vehicle, year, ownYear, chassis, number, category } = loaderData;
  const slug = vehicle?.slug.name;
  const heading = useRef<HTMLHeadingElement>(null);
  // The plate is typed a screen below what it led to.
  const showFound = useCallback(() => heading.current?.focus(), []);
  const name = vehicle?.name;
  const formerSlugs = vehicle?.former_slugs.join(' ') ?? '';
  // Once a vehicle, and not at each answer: one that was taken out of the garage meanwhile stays out.
  useEffect(() => {
    if (slug && name)
      rememberVehicle({ slug, name, year: ownYear, chassis: chassis.known }, formerSlugs.split(' ').filter(Boolean));
  }, [slug, name, formerSlugs, ownYear, chassis.known]);
  return (
    <>
      <div className="bg-ground-2">
        <div className="page grid grid-cols-1 gap-5 pt-3 pb-8 md:gap-7 md:pt-6 md:pb-12">
          <div>
            <Breadcrumbs items={crumbs(loaderData)} />
            <h1 ref={heading} tabIndex={-1} className="mt-2 text-4xl font-black focus:outline-none md:mt-4">
              <bdi>{title}</bdi>
            </h1>
            {!vehicle && !number && (
              <p className="mt-3 max-w-[62ch] text-lg text-ink-2">
                {byPlate ? 'בחרו את הדגם או הקלידו את מספר הרישוי' : 'בחרו את הדגם'}, ומצאו את החלק על גבי התרשים. יש
                מספר על החלק הישן? גם הוא מספיק.
              </p>
            )}
            {ownYear !== year && (
              <p className="mt-3 max-w-[62ch] rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
                לשנת {ownYear} אין אצלנו חלקים לדגם הזה. אלה של שנים אחרות.
              </p>
            )}
            {(vehicle || number) && (
              <a
                href={`#${FOUND}`}
                className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink underline underline-offset-4 lg:hidden"
              >
                {vehicle && !category ? 'לתרשימים ולחלקים' : 'למה שנמצא'} <ArrowDown aria-hidden className="size-5" />
              </a>
            )}
          </div>
          {makes.length > 0 && (
            <Finder
              makes={makes.map(({ key, name }) => ({ value: key, name }))}
              models={make?.vehicles.map(({ slug, name }) => ({ value: slug.name, name })) ?? []}
              years={vehicle?.years ?? []}
              chosen={{ make: make?.key ?? '', model: slug ?? '', year, chassis: chassis.requested, number }}
              isChassis={chassis.known !== '' || chassis.requested === ''}
              byPlate={byPlate}
              reply={actionData}
              onFound={showFound}
            />
          )}
          <GarageRow current={slug ? { slug, year: ownYear } : null} />
        </div>
      </div>
      <div
        id={FOUND}
        tabIndex={-1}
        className="page grid grid-cols-1 gap-14 pt-8 pb-20 md:gap-20 md:pt-12 md:pb-28 focus:outline-none"
      >
        <Found {...loaderData} />
      </div>
    </>
  );
}

function crumbs({ makes, make, vehicle, year, number }: Data) {
  const steps = [
    { name: 'חלקי חילוף', to: sparePartsPath() },
    ...(make && makes.length > 1 && !number ? [{ name: make.name, to: sparePartsPath({ make: make.key }) }] : []),
    ...(vehicle ? [{ name: vehicle.name, to: sparePartsPath({ model: vehicle.slug.name }) }] : []),
    ...(year ? [{ name: String(year), to: '' }] : []),
    ...(number ? [{ name: number, to: '' }] : []),
  ];
  return steps.map(({ name, to }, index) => (index < steps.length - 1 ? { name, to } : { name }));
}

/** What the address leads to: makes, models, a vehicle's diagrams and parts, or what has the number. */
function Found(data: Data) {
  const { makes, make, vehicle, year, ownYear, chassis, others, number, category, assemblies, total } = data;
  if (number) return total > 0 ? <PartsFound {...data} title="נמצאו באתר" /> : <NoNumber number={number} />;
  if (vehicle)
    return (
      <>
        <Years model={vehicle.slug.name} years={vehicle.years} chosen={year} chassis={chassis.known} />
        {category && (
          <p className="-mt-6 flex flex-wrap items-center gap-x-4 text-lg md:-mt-10">
            <span>
              {total > 0 ? 'מוצגים רק חלקים מהקטגוריה' : 'אין חלקים שמתאימים בקטגוריה'} <bdi>{category.name}</bdi>.
            </span>
            <Link
              to={sparePartsPath({ model: vehicle.slug.name, year: ownYear, chassis: chassis.known })}
              preventScrollReset
              className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
            >
              לכל החלקים והתרשימים
            </Link>
          </p>
        )}
        {assemblies.length > 0 && !category && (
          <section aria-labelledby="assemblies" className="-mt-6 grid gap-6 md:-mt-10">
            <h2 id="assemblies" className="text-3xl">
              תרשימים
            </h2>
            <AssemblyCards assemblies={assemblies} model={vehicle.slug.name} year={year} chassis={chassis.known} />
          </section>
        )}
        {total > 0 ? (
          <PartsFound {...data} title={category?.name ?? (chassis.known ? 'החלקים שמתאימים' : 'כל החלקים')} />
        ) : (
          category === null && <NoParts about={`חלקים ל־${nameOf(vehicle, ownYear, chassis.known)}`} />
        )}
        {others > 0 && (
          <p className="-mt-8 text-ink-2">
            {others === 1 ? 'חלק אחד של הדגם אינו מוצג' : `${partsCount(others)} של הדגם אינם מוצגים`}: מספר השלדה אינו
            בטווח שלו הם מיועדים.{' '}
            <Link
              to={sparePartsPath({ model: vehicle.slug.name, year: ownYear, category: category?.slug })}
              preventScrollReset
              className="font-semibold text-action-ink underline underline-offset-4"
            >
              להציג את כולם
            </Link>
          </p>
        )}
      </>
    );
  if (make) return <Models vehicles={make.vehicles} />;
  if (makes.length > 0) return <Makes makes={makes} />;
  return <NoParts />;
}

function PartsFound({
  title,
  parts,
  total,
  page,
  pages,
  vehicle,
  ownYear,
  chassis,
  number,
  replaced,
}: Data & { title: string }) {
  const partsPath = usePartsPath();
  const query = { model: vehicle?.slug.name, year: ownYear, chassis: chassis.known, number };
  return (
    <section aria-labelledby="parts" className="grid gap-6">
      <h2 id="parts" className="flex flex-wrap items-baseline gap-x-3 text-3xl">
        {title}
        <span role="status" className="text-base font-normal text-ink-3">
          {partsCount(total)}
        </span>
      </h2>
      {replaced && <ReplacedNote {...replaced} />}
      <ProductGrid
        products={parts}
        heading="h3"
        note={({ id }) => <PartNote part={parts.find((part) => part.id === id)} />}
      />
      <PageLinks label="דפי החלקים" {...{ page, pages }} to={(page) => partsPath({ ...query, page })} />
    </section>
  );
}

/** What a card of a part doesn't say: which vehicles of the model it is for, and what replaces it. */
const PartNote = ({ part }: { part: Part | undefined }) =>
  part && (
    <div className="mt-2 grid gap-1">
      <ChassisNote ranges={part.chassis} />
      {part.replaced_by && (
        <p className="text-sm text-ink-2">
          <ReplacedBy by={part.replaced_by} />
        </p>
      )}
    </div>
  );

const NoNumber = ({ number }: { number: string }) => (
  <Empty
    drawing="search"
    title="לא מצאנו חלק עם המספר הזה"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={sparePartsPath()}>איתור לפי דגם</ButtonLink>
        <ButtonLink to={partsQuestionPath(`חלק מספר ${number}`)} variant="secondary">
          לשאול את מחלקת החלפים
        </ButtonLink>
      </div>
    }
  >
    <p>
      חיפשנו את <bdi>{number}</bdi>. אפשר להקליד גם רק את תחילת המספר, או למצוא את החלק בתרשים של הדגם.
    </p>
  </Empty>
);

/** `about`: what was looked for, where that is known. */
const NoParts = ({ about }: { about?: string }) => (
  <Empty
    drawing="tools"
    title="אין כאן חלקים להזמנה באתר"
    action={<ButtonLink to={about ? partsQuestionPath(about) : '/contact'}>לשאול את מחלקת החלפים</ButtonLink>}
  >
    <p>מחלקת החלפים תבדוק עבורכם זמינות ומחיר, גם לדגמים ישנים.</p>
  </Empty>
);
