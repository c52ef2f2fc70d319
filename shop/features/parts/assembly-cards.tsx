import type { AssemblyPreview } from '#contract/catalogue/parts.ts';
import { formatNumber } from '#domain/text/format.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { assemblyPath } from './parts-url.ts';

type Props = { assemblies: AssemblyPreview[]; model: string; year: number | null; chassis: string };

export const partsCount = (count: number): string => (count === 1 ? 'חלק אחד' : `${formatNumber(count)} חלקים`);

/** Number of a diagram's parts that can be ordered; some callouts aren't sold alone. */
export const soldCount = (count: number): string => `${partsCount(count)} להזמנה`;

/** The diagrams of a vehicle. */
export const AssemblyCards = ({ assemblies, ...vehicle }: Props) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 xl:gap-6">
    {assemblies.map(({ id, slug, name, image, parts_count }) => (
      <li key={id} className="min-w-0">
        <Link
          to={assemblyPath(slug.name, vehicle)}
          className="group block overflow-hidden rounded-xl bg-ground-2 transition-colors hover:bg-ground-3"
        >
          <Picture
            image={image}
            alt=""
            sizes="(min-width: 1568px) 464px, (min-width: 1200px) calc(31vw - 16px), (min-width: 600px) calc(46vw - 8px), 92vw"
            className="aspect-4/3 w-full object-contain p-4 transition-transform duration-300 ease-out group-hover:scale-[1.02]"
          />
          <span className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pb-5">
            <span className="text-lg font-bold">{name}</span>
            <span className="text-sm text-ink-2">{soldCount(parts_count)}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
