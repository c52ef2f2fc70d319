import { useState } from 'react';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { type DayHours, dayWord, openState } from '#domain/calendar/open-now.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { useLiveNow } from '#ui/hooks/use-live-now.ts';

/** Starts with the server's time, so that hydration matches; then the visitor's. */
export function useNow(server: string): Date {
  const [first] = useState(() => new Date(server));
  return useLiveNow() ?? first;
}

/** Whether it is open now in Israel, and until or from when. */
export function OpenNow({ days, now }: { days: DayHours[]; now: Date }) {
  const state = openState(days, now);
  return (
    <p className="flex flex-wrap items-center gap-x-2 font-semibold">
      <span
        aria-hidden
        className={classNames('size-2.5 rounded-full', state.open ? 'bg-success' : 'border-2 border-ink-3')}
      />
      <span className={state.open ? 'text-success' : 'text-ink'}>{state.open ? 'פתוח עכשיו' : 'סגור עכשיו'}</span>
      <span className="font-normal text-ink-2">
        {state.open ? (
          <>
            עד <bdi dir="ltr">{state.until}</bdi>
          </>
        ) : (
          state.next && (
            <>
              נפתח {dayWord(state.next.day, now, weekdayName(state.next.day))} ב־
              <bdi dir="ltr">{state.next.from}</bdi>
            </>
          )
        )}
      </span>
    </p>
  );
}

/**
 * The coming week; a holiday is named, and closes the branch (docs/rules/opening-hours.md). Days that are over since
 * the page was loaded are left out.
 */
export function WeekHours({ days, now }: { days: DayHours[]; now: Date }) {
  const today = israelDay(now);
  const week = days.filter(({ day }) => day >= today).slice(0, 7);
  return (
    <dl className="grid gap-1 text-sm">
      {week.map(({ day, from, to, note }) => {
        const isToday = day === today;
        return (
          <div key={day} className={classNames('flex justify-between gap-4', isToday && 'font-bold')}>
            <dt className={isToday ? '' : 'text-ink-2'}>
              {isToday ? 'היום' : weekdayName(day)}
              {note && <span className="font-normal text-ink-2">, {note}</span>}
            </dt>
            <dd className="tabular shrink-0">{from ? <bdi dir="ltr">{`${from}–${to}`}</bdi> : 'סגור'}</dd>
          </div>
        );
      })}
    </dl>
  );
}
