import { CalendarClock } from 'lucide-react';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { Link } from '#ui/link.tsx';

type Props = {
  bookings: { secret: string; name: string; product: string | null; branch: string; starts_at: string }[];
};

/** Future visits, each linked to the page where it is moved or cancelled. */
export function OwnBookings({ bookings }: Props) {
  return (
    <ul className="grid gap-3">
      {bookings.map(({ secret, name, product, branch, starts_at }) => (
        <li key={secret} className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg bg-ground-2 p-5 sm:p-6">
          <CalendarClock aria-hidden className="size-6 shrink-0 text-ink-3" />
          <div className="min-w-56 grow basis-0">
            <h3 className="font-bold">
              {name}
              {product && (
                <>
                  , <bdi>{product}</bdi>
                </>
              )}
            </h3>
            <p className="text-ink-2">
              יום {weekdayName(israelDay(new Date(starts_at)))}, {formatLongDate(starts_at)}, בשעה{' '}
              <bdi dir="ltr">{formatTime(starts_at)}</bdi>, <bdi>{branch}</bdi>
            </p>
          </div>
          {/* A new document, as its URL is a secret. */}
          <Link
            to={`/booking/${secret}`}
            reloadDocument
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
          >
            פרטים, שינוי וביטול
          </Link>
        </li>
      ))}
    </ul>
  );
}
