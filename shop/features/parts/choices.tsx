import type { ReactNode } from 'react';
import type { PartsVehicle } from '#contract/catalogue/parts.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { usePartsPath } from './use-parts-path.ts';

type Make = { key: string; name: string; name_en: string; models: number; image: PartsVehicle['image'] };

/** The makes, each with one of its vehicles. */
export function Makes({ makes }: { makes: Make[] }) {
  const partsPath = usePartsPath();
  return (
    <Tiles label="יצרנים">
      {makes.map((make) => (
        <Tile key={make.key} to={partsPath({ make: make.key })} image={make.image} name={make.name}>
          <bdi>{make.name_en}</bdi> · {make.models === 1 ? 'דגם אחד' : `${make.models} דגמים`}
        </Tile>
      ))}
    </Tiles>
  );
}

export function Models({ vehicles }: { vehicles: PartsVehicle[] }) {
  const partsPath = usePartsPath();
  return (
    <Tiles label="דגמים">
      {vehicles.map(({ id, slug, name, image, years }) => (
        <Tile key={id} to={partsPath({ model: slug.name })} image={image} name={name}>
          <bdi dir="ltr">{years.length > 1 ? `${years.at(-1)}–${years[0]}` : years[0]}</bdi>
        </Tile>
      ))}
    </Tiles>
  );
}

const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label}>
    <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-5 md:grid-cols-3 xl:grid-cols-4 xl:gap-x-6 xl:gap-y-8">
      {children}
    </ul>
  </nav>
);

type TileProps = { to: string; image: PartsVehicle['image']; name: string; children: ReactNode };

const Tile = ({ to, image, name, children }: TileProps) => (
  <li className="min-w-0">
    <Link to={to} preventScrollReset className="group block rounded-lg">
      <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-lg bg-ground-2 transition-colors group-hover:bg-ground-3">
        {image && (
          <Picture
            cut
            image={image}
            alt=""
            sizes="(min-width: 1568px) 342px, (min-width: 1200px) calc(23vw - 18px), (min-width: 800px) calc(31vw - 16px), calc(46vw - 6px)"
            className="aspect-4/3 w-full object-contain p-2 transition-transform duration-300 ease-out group-hover:scale-[1.035]"
          />
        )}
      </span>
      <span className="mt-2 block text-lg font-bold">
        <bdi>{name}</bdi>
      </span>
      <span className="block text-sm text-ink-3">{children}</span>
    </Link>
  </li>
);

type YearsProps = { model: string; years: number[]; chosen: number | null; chassis: string };

/** Model years of a vehicle; parts differ by year. */
export function Years({ model, years, chosen, chassis }: YearsProps) {
  const partsPath = usePartsPath();
  const look = (on: boolean) =>
    classNames(
      'tabular inline-flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors',
      on ? 'bg-ink text-ground' : 'bg-ground-2 hover:bg-ground-3',
    );
  return (
    <nav aria-label="שנת ייצור" className="-mx-(--page-margin)">
      <ul className="no-scrollbar flex gap-2 scroll-px-(--page-margin) overflow-x-auto px-(--page-margin) py-1">
        {[null, ...years].map((year) => (
          <li
            key={year}
            // Scrolls the current year into view.
            className={classNames('shrink-0', year === chosen && '[scroll-initial-target:nearest]')}
          >
            <Link
              to={partsPath({ model, year, chassis })}
              preventScrollReset
              aria-current={year === chosen ? 'page' : undefined}
              className={look(year === chosen)}
            >
              {year ?? 'כל השנים'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
