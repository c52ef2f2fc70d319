import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Slots } from '#contract/bookings.ts';
import { formatLongDate } from '#domain/format.ts';
import { addDays, weekdayName, weekdayOf } from '#domain/israel-time.ts';
import { classNames } from '~/ui/class-names.ts';

type Days = Slots['days'];
type Props = { days: Days; chosen: string; onChoose: (day: string) => void };

const LETTERS = ['א׳', 'ב׳', 'ג׳', 'ד׳', 'ה׳', 'ו׳', 'ש׳'];
const SUNDAY = '2026-11-22';

/** Whole weeks, from the Sunday before the first day on. */
function weeksOf(days: Days): string[][] {
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const weeks: string[][] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday <= last; sunday = addDays(sunday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(sunday, at)));
  return weeks;
}

/** How far a key goes; the next day stands to the left. Home and End are the week's. */
const STEPS: Record<string, number> = { ArrowLeft: 1, ArrowRight: -1, ArrowDown: 7, ArrowUp: -7 };

/**
 * The days ahead as a grid. Each free day is a link to the page with that day, which is all there is before scripts run;
 * then the grid is one stop of the Tab key, within which the arrows go from one free day to another.
 */
export function DayPicker({ days, chosen, onChoose }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const [search] = useSearchParams();
  const byDay = new Map(days.map((one) => [one.day, one]));
  const isFree = (day: string): boolean => (byDay.get(day)?.times.length ?? 0) > 0;
  const to = (day: string): string =>
    `?${new URLSearchParams([...[...search].filter(([key]) => key !== 'day'), ['day', day]])}`;

  function go(event: KeyboardEvent<HTMLTableElement>): void {
    const from = (event.target as HTMLElement).dataset.day;
    if (!from) return;
    const inReach = (day: string) => byDay.has(day);
    let next: string | undefined;
    const step = STEPS[event.key];
    if (step !== undefined) {
      let day = addDays(from, step);
      while (inReach(day) && !isFree(day)) day = addDays(day, step);
      next = inReach(day) ? day : undefined;
    } else if (event.key === 'Home' || event.key === 'End') {
      const sunday = addDays(from, -weekdayOf(from));
      const week = Array.from({ length: 7 }, (_, at) => addDays(sunday, at)).filter(isFree);
      next = event.key === 'Home' ? week[0] : week.at(-1);
    } else if (event.key === ' ') {
      event.preventDefault();
      onChoose(from);
      return;
    } else return;
    event.preventDefault();
    if (next) grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  }

  function choose(event: MouseEvent, day: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(day);
  }

  return (
    <table
      ref={grid}
      role={alive ? 'grid' : undefined}
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
          <tr key={week[0]}>
            {week.map((day) => {
              const free = isFree(day);
              const mine = day === chosen;
              const note = byDay.get(day)?.note;
              const label = `${weekdayName(day)}, ${formatLongDate(`${day}T12:00:00Z`)}${note ? `, ${note}` : ''}`;
              return (
                <td key={day} aria-selected={alive && free ? mine : undefined} className="p-0 text-center">
                  {free ? (
                    <a
                      href={to(day)}
                      data-day={day}
                      tabIndex={alive && !mine ? -1 : 0}
                      aria-label={label}
                      aria-current={mine ? 'date' : undefined}
                      onClick={(event) => choose(event, day)}
                      className={classNames(
                        'grid min-h-12 place-items-center rounded-md font-semibold tabular',
                        mine ? 'bg-action text-on-action' : 'bg-ground-2 hover:bg-ground-3',
                      )}
                    >
                      <DayNumber day={day} />
                    </a>
                  ) : (
                    <span title={note ?? undefined} className="grid min-h-12 place-items-center text-ink-3 tabular">
                      <span className="line-through">
                        <DayNumber day={day} />
                      </span>
                      <span className="sr-only">{byDay.has(day) ? 'אין מועד פנוי' : 'לא ניתן לקבוע'}</span>
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The month stands with its first day, and so two months in a row of weeks are told apart. */
const DayNumber = ({ day }: { day: string }) => (
  <span className="grid">
    {Number(day.slice(8))}
    {day.endsWith('-01') && (
      <span className="text-xs font-normal">{formatLongDate(`${day}T12:00:00Z`).split(' ')[1]}</span>
    )}
  </span>
);
