import { CalendarClock } from 'lucide-react';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';

export type Visit = { secret: string; name: string; branch: string; starts_at: string };

/** The visits that are booked for a vehicle, each with the way to the page where it is moved or cancelled. */
export const VehicleVisits = ({ visits, className }: { visits: Visit[]; className?: string }) => (
  <ul className={classNames('grid gap-3', className)}>
    {visits.map(({ secret, name, branch, starts_at }) => (
      <li key={secret} className="flex gap-3 rounded-md bg-ground p-3 text-sm">
        <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div>
          <p>
            <span className="font-semibold">{name}:</span> יום {weekdayName(israelDay(new Date(starts_at)))},{' '}
            {formatLongDate(starts_at)}, בשעה <bdi dir="ltr">{formatTime(starts_at)}</bdi>, <bdi>{branch}</bdi>
          </p>
          {/* A new document, as its URL is a secret. */}
          <Link
            to={`/booking/${secret}`}
            reloadDocument
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
          >
            שינוי או ביטול התור
          </Link>
        </div>
      </li>
    ))}
  </ul>
);
