import type { ReactNode } from 'react';
import type { Assembly, AssemblyPreview } from '#contract/catalogue/parts.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { assemblyPath } from './parts-url.ts';

type Props = {
  assembly: Assembly;
  vehicle: { slug: string; name: string } | null;
  year: number | null;
  chassis: string;
  years: number[];
  others: AssemblyPreview[];
};

/**
 * The diagram's vehicle, with links to its other years and assemblies; without a vehicle, links to those that have
 * it.
 */
export function AssemblyNav({ assembly, vehicle, year, chassis, years, others }: Props) {
  const slug = assembly.slug.name;
  if (!vehicle) {
    return (
      <div className="mt-4 grid grid-cols-1 gap-2">
        <p className="text-lg text-ink-2">בחרו דגם כדי לראות רק את החלקים שמתאימים לו.</p>
        <Row label="דגמים">
          {assembly.vehicles.map((one) => (
            <Chip key={one.id} to={assemblyPath(slug, { model: one.slug.name })} on={false}>
              {one.name}
            </Chip>
          ))}
        </Row>
      </div>
    );
  }
  return (
    <div className="mt-3 grid grid-cols-1 gap-3">
      <p className="text-lg text-ink-2">
        <bdi>{vehicle.name}</bdi>
        {year ? `, ${year}` : ', כל השנים'}
        {chassis && (
          <>
            , מספר שלדה <bdi dir="ltr">{chassis}</bdi>
          </>
        )}
      </p>
      {others.length > 1 && (
        <Row label="תרשימים נוספים">
          {others.map((one) => (
            <Chip
              key={one.id}
              to={assemblyPath(one.slug.name, { model: vehicle.slug, year, chassis })}
              on={one.id === assembly.id}
              preventScrollReset={false}
            >
              {one.name}
            </Chip>
          ))}
        </Row>
      )}
      {years.length > 1 && (
        <Row label="שנת ייצור">
          {[null, ...years].map((one) => (
            <Chip
              key={one}
              to={assemblyPath(slug, { model: vehicle.slug, year: one, chassis })}
              on={one === year}
              quiet
            >
              {one ?? 'כל השנים'}
            </Chip>
          ))}
        </Row>
      )}
    </div>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="-mx-(--page-margin)">
    <ul className="no-scrollbar flex gap-2 scroll-px-(--page-margin) overflow-x-auto px-(--page-margin) py-1">
      {children}
    </ul>
  </nav>
);

type ChipProps = {
  to: string;
  on: boolean;
  quiet?: boolean;
  /** Unset: another view of the same diagram, which stays where it is. */
  preventScrollReset?: boolean;
  children: ReactNode;
};

const Chip = ({ to, on, quiet, preventScrollReset = true, children }: ChipProps) => (
  // Scrolls the current entry into view.
  <li className={classNames('shrink-0', on && '[scroll-initial-target:nearest]')}>
    <Link
      to={to}
      preventScrollReset={preventScrollReset}
      aria-current={on ? 'page' : undefined}
      className={classNames(
        'tabular inline-flex min-h-11 items-center rounded-full px-4 transition-colors',
        quiet ? 'text-sm' : 'font-semibold',
        on ? 'bg-ink text-ground' : 'bg-ground-2 hover:bg-ground-3',
      )}
    >
      <bdi>{children}</bdi>
    </Link>
  </li>
);
