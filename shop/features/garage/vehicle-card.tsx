import type { ReactNode } from 'react';
import type { OwnVehicle } from '#contract/customers/own-vehicles.ts';
import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { keepNumber } from '#domain/text/format.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { NextDates } from './next-dates.tsx';
import { VehicleVisits, type Visit } from './vehicle-visits.tsx';

const textLink = 'inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4';

type Props = {
  vehicle: OwnVehicle;
  visits: Visit[];
  today: string;
  partsPath: string;
  note?: ReactNode;
  remove: ReactNode;
};

/** A vehicle in the list, its plate masked but for the end. */
export function VehicleCard({ vehicle, visits, today, partsPath, note, remove }: Props) {
  const { key, name, year, image, colour, plate, has_parts } = vehicle;
  return (
    <li className="relative grid content-start gap-3 rounded-lg bg-ground-2 p-5">
      {remove}
      {image ? (
        <Picture cut image={image} alt="" sizes="320px" className="aspect-4/3 w-full object-contain" />
      ) : (
        <span className="aspect-4/3 w-full" />
      )}
      <h2 className="text-lg font-bold">
        <bdi>{keepNumber(name)}</bdi> {year && <span className="font-normal text-ink-2">{year}</span>}
      </h2>
      {(colour || plate) && (
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          {colour && <bdi>{colour}</bdi>}
          {plate && (
            <span>
              <span className="sr-only">מספר רישוי שמסתיים ב־{plate.slice(-3)}</span>
              <bdi dir="ltr" aria-hidden>
                {formatPlate(plate).replace(/\d(?=(?:\D*\d){3})/g, '•')}
              </bdi>
            </span>
          )}
        </p>
      )}
      {note}
      <NextDates vehicle={vehicle} today={today} />
      {visits.length > 0 && <VehicleVisits visits={visits} />}
      <div className="flex flex-wrap gap-x-5">
        <Link to={`/personal-area/garage/${key}`} className={textLink}>
          {vehicle.kept ? 'פרטים ותאריכים' : 'הוספת פרטים'}
          <span className="sr-only"> של {name}</span>
        </Link>
        {has_parts && (
          <Link to={partsPath} className={textLink}>
            חלקי חילוף<span className="sr-only"> של {name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
