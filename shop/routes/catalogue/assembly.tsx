import { useEffect, useState } from 'react';
import { type MetaDescriptor, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { isChassisNumber } from '#domain/catalogue/parts/chassis.ts';
import { inVehicle, nameOfVehicles } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { formatNumber } from '#domain/text/format.ts';
import { getAssembly, listAssemblies } from '#server/catalogue/parts/assemblies.ts';
import { findVehicle, listPartsVehicles } from '#server/catalogue/parts/vehicles.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { contextOf } from '~/context.ts';
import { soldCount } from '~/features/parts/assembly-cards.tsx';
import { AssemblyNav } from '~/features/parts/assembly-nav.tsx';
import { CalloutList } from '~/features/parts/callout-list.tsx';
import { Diagram } from '~/features/parts/diagram.tsx';
import { rememberVehicle } from '~/features/parts/garage.ts';
import { assemblyPath, presentPath, readPartsQuery, sparePartsPath } from '~/features/parts/parts-url.ts';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/assembly.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const query = readPartsQuery(url.searchParams);
  const [unfiltered, makes] = await Promise.all([
    getAssembly(ctx, params.assembly, {}).catch(notFoundOr),
    listPartsVehicles(ctx),
  ]);
  // One address a diagram: another form of its slug or its vehicle's, or a former one, leads there.
  const named = findVehicle(makes, query.model);
  const model = named?.vehicle.slug.name;
  const path = assemblyPath(unfiltered.slug.name);
  if (model && model !== query.model) throw redirect(presentPath(url, path, model), 301);
  if (unfiltered.slug.name !== params.assembly) throw redirect(`${path}${url.search}`, 301);
  // A vehicle or year that is not built with it is as if it were not there.
  const builtFor = unfiltered.vehicles.find(({ id }) => id === named?.vehicle.id);
  const match = builtFor && named;
  const isBuiltIn = (one: number) => !!match && one >= builtFor.year_from && one <= builtFor.year_to;
  const year = query.year && isBuiltIn(query.year) ? query.year : null;
  const chassis = match && isChassisNumber(query.chassis) ? query.chassis : '';
  const filter = match && { vehicle: match.vehicle.slug.name, year: year ?? undefined, chassis: chassis || undefined };
  const [assembly, others] = await Promise.all([
    filter ? getAssembly(ctx, params.assembly, filter) : unfiltered,
    filter ? listAssemblies(ctx, filter) : [],
  ]);
  const slug = assembly.slug.name;
  const vehicle = match
    ? { slug: match.vehicle.slug.name, name: match.vehicle.name, former_slugs: match.vehicle.former_slugs }
    : null;
  const kinds = (builtFor ? [builtFor] : unfiltered.vehicles).map(({ brand, type }) => ({ brand: brand.key, type }));
  const years = match ? match.vehicle.years.filter(isBuiltIn) : [];
  const whose = vehicle ? [vehicle.name, year].filter(Boolean).join(' ') : (assembly.vehicles[0]?.brand.name ?? '');
  return {
    head: headOf(ctx.store, {
      title: `${assembly.name} – ${whose}`,
      description: `תרשים מפורט וחלקי חילוף: ${assembly.name}, ${whose}. ${assembly.callouts.map(({ name }) => name).join(', ')}.`,
      // A year narrows the same page.
      path: assemblyPath(slug, { model: vehicle?.slug }),
      image: assembly.image.image_url,
      noindex: chassis !== '',
    }),
    assembly,
    within: inVehicle(nameOfVehicles(ctx.store.settings.vehicle_names, kinds)),
    make: makes.length > 1 ? (match?.make ?? assembly.vehicles[0]?.brand) : undefined,
    vehicle,
    year,
    chassis,
    years,
    others,
  };
}

/**
 * Another callout is another query of the same page: nothing is to be fetched. What the loader reads of the query
 * stands here.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const readOf = ({ pathname, searchParams }: URL) =>
    [pathname, ...['model', 'year', 'chassis'].map((name) => searchParams.get(name))].join();
  return readOf(currentUrl) === readOf(nextUrl) && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate;
}

export default function AssemblyPage({ loaderData }: Route.ComponentProps) {
  const { assembly, within, make, vehicle, year, chassis, years, others } = loaderData;
  const [search] = useSearchParams();
  const calloutNumber = readPartsQuery(search).callout;
  const chosenNumber = assembly.callouts.some(({ number }) => number === calloutNumber) ? calloutNumber : null;
  const onSale = new Set(assembly.callouts.flatMap(({ parts }) => parts.map(({ id }) => id)));
  const [marked, setMarked] = useState<number | null>(null);
  const slug = assembly.slug.name;
  const model = vehicle?.slug;
  const name = vehicle?.name;
  const formerSlugs = vehicle?.former_slugs.join(' ') ?? '';
  // As in `spare-parts.tsx`: once a vehicle.
  useEffect(() => {
    if (model && name) rememberVehicle({ slug: model, name, year, chassis }, formerSlugs.split(' ').filter(Boolean));
  }, [model, name, formerSlugs, year, chassis]);
  const addressOf = (callout: number) =>
    `${assemblyPath(slug, { model: vehicle?.slug, year, chassis, callout })}#callout-${callout}`;
  const drawing = [assembly.name, [vehicle?.name, year].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const shared = { chosen: chosenNumber, marked, onMark: setMarked, addressOf };
  return (
    <div className="page pt-3 pb-20 md:pt-6 md:pb-28">
      <Breadcrumbs
        items={[
          { name: 'חלקי חילוף', to: sparePartsPath() },
          ...(make ? [{ name: make.name, to: sparePartsPath({ make: make.key }) }] : []),
          ...(vehicle ? [{ name: vehicle.name, to: sparePartsPath({ model: vehicle.slug, year, chassis }) }] : []),
          { name: assembly.name },
        ]}
      />
      <h1 className="mt-2 text-4xl font-black md:mt-4">{assembly.name}</h1>
      <AssemblyNav {...{ assembly, vehicle, year, chassis, years, others }} />
      <div className="mt-6 grid items-start gap-6 md:mt-8 lg:grid-cols-[minmax(0,7fr)_minmax(20rem,5fr)] lg:gap-10">
        <div className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
          <Diagram key={slug} assembly={assembly} {...shared} />
        </div>
        <section aria-labelledby="parts" className="min-w-0">
          <h2 id="parts" className="flex flex-wrap items-baseline gap-x-3 pb-2 text-2xl">
            החלקים
            <span className="text-base font-normal text-ink-3">
              {formatNumber(assembly.callouts.length)} בתרשים, {soldCount(onSale.size)}
            </span>
          </h2>
          <CalloutList callouts={assembly.callouts} {...{ within, drawing }} {...shared} />
        </section>
      </div>
    </div>
  );
}
