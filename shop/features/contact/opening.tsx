import { useState } from 'react';
import { weekdayName } from '#domain/calendar/israel-time.ts';
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

/** The coming week; a holiday is named, and closes the branch (docs/rules/opening-hours.md). */
export function WeekHours({ days }: { days: DayHours[] }) {
  return (
    <dl className="grid gap-1 text-sm">
      {days.slice(0, 7).map(({ day, from, to, note }, at) => (
        <div key={day} className={classNames('flex justify-between gap-4', at === 0 && 'font-bold')}>
          <dt className={at === 0 ? '' : 'text-ink-2'}>
            {at === 0 ? 'היום' : weekdayName(day)}
            {note && <span className="font-normal text-ink-2">, {note}</span>}
          </dt>
          <dd className="tabular shrink-0">{from ? <bdi dir="ltr">{`${from}–${to}`}</bdi> : 'סגור'}</dd>
        </div>
      ))}
    </dl>
  );
}
