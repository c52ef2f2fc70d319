import { X } from 'lucide-react';
import { classNames } from '#ui/hooks/class-names.ts';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { type OwnVehicle, removeVehicle, useGarage } from './garage.ts';
import { usePartsPath } from './use-parts-path.ts';

/** The shopper's vehicles, each linked to its parts. */
export function GarageRow({ current }: { current: { slug: string; year: number | null } | null }) {
  const garage = useGarage();
  const partsPath = usePartsPath();
  const toast = useToast();
  if (garage.length === 0) return null;
  const isCurrent = (vehicle: OwnVehicle) => vehicle.slug === current?.slug && vehicle.year === current.year;
  return (
    <section aria-labelledby="garage" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="garage" className="text-base font-bold">
        המוסך שלי
      </h2>
      <ul className="flex flex-wrap gap-2">
        {garage.map((vehicle) => (
          <li
            key={`${vehicle.slug} ${vehicle.year}`}
            ref={passFocus}
            className={classNames(
              'inline-flex items-center rounded-full transition-colors',
              isCurrent(vehicle) ? 'bg-ink text-ground' : 'bg-ground shadow-raised hover:bg-ground-3',
            )}
          >
            <Link
              to={partsPath({ model: vehicle.slug, year: vehicle.year, chassis: vehicle.chassis ?? null })}
              aria-current={isCurrent(vehicle) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded-s-full ps-4 pe-1 font-semibold"
            >
              <bdi>{vehicle.name}</bdi>
              {vehicle.year && <span className="font-normal">{vehicle.year}</span>}
            </Link>
            {vehicle.kept ? (
              <span className="w-3" />
            ) : (
              <button
                type="button"
                onClick={() =>
                  removeVehicle(vehicle).catch((error) => toast({ kind: 'danger', title: messageOf(error) }))
                }
                aria-label={`הסרת ${vehicle.name}${vehicle.year ? ` ${vehicle.year}` : ''} מהמוסך`}
                className="grid size-11 place-items-center rounded-full hover:bg-current/10"
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
