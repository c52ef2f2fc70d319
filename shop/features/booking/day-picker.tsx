import { Fragment, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Slots } from '#contract/leads/bookings.ts';
import { addDays, weekdayName, weekdayOf } from '#domain/calendar/israel-time.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { TIMES_ID } from './time-picker.tsx';
import { weeksOf } from './weeks.ts';

type Days = Slots['days'];
type Props = { days: Days; chosen: string; onChoose: (day: string) => void };

const LETTERS = ['א׳', 'ב׳', 'ג׳', 'ד׳', 'ה׳', 'ו׳', 'ש׳'];
const SUNDAY = '2026-11-22';

/** Steps of the keys; the next day is to the left. Home and End are the week's. */
const STEPS: Record<string, number> = { ArrowLeft: 1, ArrowRight: -1, ArrowDown: 7, ArrowUp: -7 };

/** The free day that a key leads to; `''` where there is none, `undefined` for other keys. */
function target(
  key: string,
  from: string,
  isFree: (day: string) => boolean,
  inReach: (day: string) => boolean,
): string | undefined {
  const step = STEPS[key];
  if (step !== undefined) {
    let day = addDays(from, step);
    while (inReach(day) && !isFree(day)) day = addDays(day, step);
    return inReach(day) ? day : '';
  }
  if (key !== 'Home' && key !== 'End') return undefined;
  const sunday = addDays(from, -weekdayOf(from));
  const week = Array.from({ length: 7 }, (_, at) => addDays(sunday, at)).filter(isFree);
  return (key === 'Home' ? week[0] : week.at(-1)) ?? '';
}

/**
 * The coming days as a grid. Each free day is a link to the page with that day, which works without scripts; with
 * them the grid is one tab stop, and arrows move between free days.
 */
export function DayPicker({ days, chosen, onChoose }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const [search] = useSearchParams();
  const byDay = new Map(days.map((one) => [one.day, one]));
  const isFree = (day: string): boolean => (byDay.get(day)?.times.length ?? 0) > 0;
  const to = (day: string): string =>
    `?${new URLSearchParams([...[...search].filter(([key]) => key !== 'day'), ['day', day]])}`;

  /** The address has it, too: the page that is loaded anew shows the same day. */
  function choose(day: string): void {
    window.history.replaceState(window.history.state, '', to(day));
    onChoose(day);
  }

  function go(event: KeyboardEvent<HTMLTableElement>): void {
    const from = (event.target as HTMLElement).dataset.day;
    if (!from) return;
    const next = event.key === ' ' ? from : target(event.key, from, isFree, (day) => byDay.has(day));
    if (next === undefined) return;
    event.preventDefault();
    if (event.key === ' ') choose(from);
    else if (next) grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  }

  return (
    <table
      ref={grid}
      role={isHydrated ? 'grid' : undefined}
      aria-labelledby="day-title"
      onKeyDown={go}
      className="w-full table-fixed border-separate border-spacing-1"
    >
      <thead>
        <tr>
          {LETTERS.map((letter, at) => (
            <th key={letter} scope="col" className="pb-1 text-sm font-medium text-ink-2">
              <abbr title={weekdayName(addDays(SUNDAY, at))} className="no-underline">
                {letter}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week) => (
          <Fragment key={week.days[0]}>
            {week.months && (
              <tr>
                <th colSpan={7} scope="rowgroup" className="pt-2 text-start text-sm font-semibold">
                  {week.months}
                </th>
              </tr>
            )}
            <tr>
              {week.days.map((day) => (
                <Day
                  key={day}
                  {...{ day, alive: isHydrated }}
                  onChoose={choose}
                  to={isFree(day) ? to(day) : null}
                  chosen={day === chosen}
                  note={byDay.get(day)?.note ?? null}
                  inReach={byDay.has(day)}
                />
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = {
  day: string;
  /** URL of the page with this day; `null` where nothing is free. */
  to: string | null;
  alive: boolean;
  chosen: boolean;
  note: string | null;
  inReach: boolean;
  onChoose: (day: string) => void;
};

function Day({ day, to, alive, chosen, note, inReach, onChoose }: DayProps) {
  if (!inReach) return <td />;
  if (!to) {
    return (
      <td className="p-0 text-center">
        <span title={note ?? undefined} className="grid min-h-12 place-items-center text-ink-3 tabular">
          <span className="line-through">
            <DayNumber day={day} />
          </span>
          <span className="sr-only">אין מועד פנוי</span>
        </span>
      </td>
    );
  }
  function choose(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(day);
    // On a phone the hours are below the calendar, which may fill the screen. Keys (`detail` 0) stay in the grid.
    if (event.detail > 0)
      requestAnimationFrame(() => document.getElementById(TIMES_ID)?.scrollIntoView({ block: 'nearest' }));
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: once alive the table is a grid, and this its cell
    <td aria-selected={alive ? chosen : undefined} className="p-0 text-center">
      <a
        href={to}
        data-day={day}
        tabIndex={alive && !chosen ? -1 : 0}
        aria-current={chosen ? 'date' : undefined}
        onClick={choose}
        className={classNames(
          'grid min-h-12 place-items-center rounded-md font-semibold tabular',
          chosen ? 'bg-action text-on-action' : 'bg-ground-2 hover:bg-ground-3',
        )}
      >
        <DayNumber day={day} note={note} />
      </a>
    </td>
  );
}

/** The full date for screen readers; visually the number, which fits its cell at any text size. */
function DayNumber({ day, note = null }: { day: string; note?: string | null }) {
  const [, month, year] = formatLongDate(`${day}T12:00:00Z`).split(' ');
  return (
    <span>
      <span className="sr-only">{weekdayName(day)}, </span>
      {Number(day.slice(8))}
      <span className="sr-only">
        {' '}
        {month} {year}
        {note && `, ${note}`}
      </span>
    </span>
  );
}
