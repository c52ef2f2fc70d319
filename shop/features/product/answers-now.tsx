import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { dayWord, openState } from '#domain/calendar/open-now.ts';
import { hoursAhead } from '#domain/calendar/opening-hours.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { useLiveNow } from '#ui/hooks/use-live-now.ts';
import { useStore } from '~/store.ts';

/** A weekday's name says which one within a week. */
const DAYS = 7;

/**
 * Whether the store answers calls now, or when it will. Computed in the browser, as a cached page doesn't know the
 * hour; its room is reserved. Nothing in a store that has set no hours.
 */
export default function AnswersNow({ className }: { className?: string }) {
  const week = useStore().store.contact_hours;
  const now = useLiveNow();
  if (!week) return null;
  const state = now && openState(hoursAhead({ hours: week, exceptions: {} }, israelDay(now), DAYS), now);
  return (
    <p className={classNames('flex min-h-6 items-baseline gap-2 text-sm', className)}>
      {now && state?.open && (
        <>
          <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-success in-[.on-dark]:bg-current" />
          <span>
            <span className="font-semibold">עונים עכשיו</span>, עד <bdi dir="ltr">{state.until}</bdi>
          </span>
        </>
      )}
      {now && state && !state.open && state.next && (
        <>
          <span aria-hidden className="size-2.5 shrink-0 rounded-full border-2 border-current" />
          <span>
            נחזור אליכם {dayWord(state.next.day, now, weekdayName(state.next.day))} מ־
            <bdi dir="ltr">{state.next.from}</bdi>
          </span>
        </>
      )}
    </p>
  );
}
