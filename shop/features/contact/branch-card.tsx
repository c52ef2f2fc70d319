import { Phone } from 'lucide-react';
import { type BookingNames, bookingServices } from '#domain/calendar/booking.ts';
import type { DayHours } from '#domain/calendar/open-now.ts';
import { telHref } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Directions, outsideLook } from './directions.tsx';
import { OpenNow, WeekHours } from './opening-hours.tsx';

export type BranchView = {
  uuid: string;
  key: string;
  name: string;
  city: string;
  address: string;
  region: string;
  phone: string;
  lat: number | null;
  lng: number | null;
  services: string[];
  days: DayHours[];
};

export function BranchCard({ branch, names, now }: { branch: BranchView; names: BookingNames; now: Date }) {
  const services: Record<string, string> = {
    SALE: 'מכירה',
    SERVICE: names.SERVICE.plural,
    TEST_RIDE: names.TEST_RIDE.plural,
    PARTS: 'חלקי חילוף',
  };
  const bookable = bookingServices.filter((service) => branch.services.includes(service));
  return (
    <li id={branch.key} className="flex scroll-mt-24 flex-col gap-4 rounded-lg bg-ground-2 p-6">
      <div>
        <h2 className="text-xl">
          <bdi>{branch.name}</bdi>
        </h2>
        <p className="text-ink-2">
          {branch.address}, {branch.city}
        </p>
        <p className="mt-1 text-sm text-ink-2">
          {branch.services.map((service) => services[service] ?? service).join(' · ')}
        </p>
      </div>
      <OpenNow days={branch.days} now={now} />
      <WeekHours days={branch.days} now={now} />
      <div className="flex flex-wrap gap-x-4 text-sm">
        <a href={telHref(branch.phone)} className={`${outsideLook} basis-full`}>
          <Phone aria-hidden className="size-4" /> <bdi dir="ltr">{branch.phone}</bdi>
        </a>
        <Directions branch={branch} />
      </div>
      {bookable.length > 0 && (
        <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-2 pt-2">
          {bookable.map((service) => (
            <ButtonLink
              key={service}
              to={`/booking?${new URLSearchParams({ service, branch: branch.key })}`}
              variant="secondary"
              size="sm"
              aria-label={`תיאום ${names[service].name}: ${branch.name}`}
            >
              תיאום {names[service].name}
            </ButtonLink>
          ))}
        </div>
      )}
    </li>
  );
}
