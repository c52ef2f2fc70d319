import { Fragment, type ReactNode } from 'react';
import type { OwnVehicle } from '#contract/customers/own-vehicles.ts';
import { type DueBy, dueBy, type NextService } from '#domain/catalogue/vehicles/service-plan.ts';
import { formatDate, formatNumber } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

export const Day = ({ day }: { day: string }) => <bdi dir="ltr">{formatDate(`${day}T12:00:00Z`)}</bdi>;

/** `ב־10,900 ק״מ או עד 01/03/2027` */
export function ServiceTime({ service: { km, on } }: { service: Pick<NextService, 'km' | 'on'> }) {
  return (
    <>
      {km !== null && (
        <>
          ב־<bdi>{formatNumber(km)}</bdi> ק״מ
        </>
      )}
      {km !== null && on !== null && ' או '}
      {on !== null && (
        <>
          עד <Day day={on} />
        </>
      )}
    </>
  );
}

const dueWords: Record<DueBy, string> = {
  km: 'הגיע הזמן לפי הקילומטרים',
  pace: 'הגיע הזמן לפי הקצב שלכם',
  day: 'הגיע הזמן לפי התאריך',
};

/** A service that is due, with the one of its two times that says so; `null` while it isn't. */
export function dueService(
  service: NextService | null,
  kilometres: number | null,
  today: string,
): { words: string; service: Pick<NextService, 'km' | 'on'> } | null {
  const by = service && dueBy(service, kilometres, today);
  if (!service || !by) return null;
  return {
    words: dueWords[by],
    service: by === 'day' ? { km: null, on: service.on } : { km: service.km, on: null },
  };
}

type Dates = Pick<OwnVehicle, 'kilometres' | 'next_service' | 'test_until' | 'insured_until'>;

/** What is next: service, test and insurance, as far as they are known; what has passed stands out in words. */
export function NextDates({ vehicle, today }: { vehicle: Dates; today: string }) {
  const { next_service: service, test_until: test, insured_until: insured } = vehicle;
  const rows: { name: string; value: ReactNode; passed: string | null }[] = [];
  if (service) {
    const due = dueService(service, vehicle.kilometres, today);
    const value = <ServiceTime service={due?.service ?? service} />;
    rows.push({ name: 'הטיפול הבא', value, passed: due?.words ?? null });
  }
  const until = (name: string, day: string | null) =>
    day && rows.push({ name, value: <Day day={day} />, passed: day < today ? 'לא בתוקף' : null });
  until('טסט עד', test);
  until('ביטוח עד', insured);
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {rows.map(({ name, value, passed }) => (
        <Fragment key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd className={classNames('font-semibold', passed !== null && 'text-warning')}>
            {value}
            {passed && <span className="font-normal"> ({passed})</span>}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
