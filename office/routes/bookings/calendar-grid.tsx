import { useRef } from 'react';
import { clockOf, israelDay, minutesOf, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import type { Calendar, CalendarBlock, CalendarVisit } from '#server/office/bookings/calendar.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { type Place, useMoving } from './use-moving.ts';

/** Pixels of an hour. */
const HOUR_PX = 72;
/** Minutes that a drag snaps to. */
export const STEP = 15;
const pixels = (minutes: number): number => (minutes / 60) * HOUR_PX;

type Props = {
  calendar: Calendar;
  today: string;
  mayEdit: boolean;
  onOpen: (visit: CalendarVisit) => void;
  onOpenBlock: (block: CalendarBlock) => void;
  onMove: (visit: CalendarVisit, to: Place) => void;
  /** A press on a free time. */
  onFree: (place: Place) => void;
};

/** The first and last hour that the days have to show, in minutes. */
function boundsOf({ days, visits, blocks }: Calendar): { first: number; last: number } {
  const open = days.flatMap(({ from, to }) => (from && to ? [minutesOf(from), minutesOf(to)] : []));
  const others = [...visits, ...blocks].flatMap(({ starts_at, ends_at }) => {
    const oneDay = israelDay(new Date(starts_at)) === israelDay(new Date(ends_at));
    return oneDay ? [minutesOf(formatTime(starts_at)), minutesOf(formatTime(ends_at))] : [];
  });
  const all = [...open, ...others];
  if (all.length === 0) return { first: 8 * 60, last: 18 * 60 };
  return {
    first: Math.max(0, Math.floor(Math.min(...all) / 60) * 60 - 60),
    last: Math.min(1_440, Math.ceil(Math.max(...all) / 60) * 60 + 60),
  };
}

/** Days side by side, each with a column for every seat. Visits are dragged, or moved by arrow keys. */
export function CalendarGrid({ calendar, today, mayEdit, onOpen, onOpenBlock, onMove, onFree }: Props) {
  const { days, capacity, minutes, visits, blocks } = calendar;
  // Visits that were booked while the branch received more at once keep their seats.
  const seats = Math.max(capacity, ...visits.map(({ seat }) => seat + 1));
  const bounds = boundsOf(calendar);
  const body = useRef<HTMLDivElement>(null);
  const isOpen = ({ day, time }: Place): boolean => {
    const hours = days.find((one) => one.day === day);
    const at = minutesOf(time);
    return Boolean(hours?.from && hours.to && at >= minutesOf(hours.from) && at + minutes <= minutesOf(hours.to));
  };
  const moving = useMoving({
    body,
    days: days.map(({ day }) => day),
    seats,
    step: STEP,
    minuteAt: (offset) => bounds.first + (offset / HOUR_PX) * 60,
    bounds: { first: bounds.first, last: bounds.last - minutes },
    onMove: (uuid, place) => {
      const visit = visits.find((one) => one.uuid === uuid);
      if (visit) onMove(visit, place);
    },
  });
  const hours = Array.from({ length: (bounds.last - bounds.first) / 60 }, (_, index) => bounds.first + index * 60);
  return (
    <div className="panel overflow-x-auto">
      <div className={classNames('grid grid-cols-[3.5rem_minmax(0,1fr)]', days.length > 1 && 'min-w-[44rem]')}>
        <span />
        <div className="grid auto-cols-fr grid-flow-col border-b border-line">
          {days.map(({ day, from, to, note }) => (
            <div
              key={day}
              className={classNames('border-s border-line p-2 text-center', day === today && 'bg-action-wash')}
            >
              <p className={classNames('font-semibold', day === today && 'text-action-ink')}>
                {weekdayName(day)}{' '}
                <bdi className="font-normal text-ink-3">{formatDate(`${day}T12:00:00Z`).slice(0, 5)}</bdi>
              </p>
              <p className="text-xs text-ink-3">
                {note && <span className="block">{note}</span>}
                {from && to ? (
                  <bdi dir="ltr">
                    {from}–{to}
                  </bdi>
                ) : (
                  'סגור'
                )}
              </p>
            </div>
          ))}
        </div>
        <div aria-hidden className="relative" style={{ blockSize: pixels(bounds.last - bounds.first) }}>
          {hours.slice(1).map((at) => (
            <bdi
              key={at}
              className="absolute end-2 -translate-y-1/2 text-xs text-ink-3 tabular-nums"
              style={{ insetBlockStart: pixels(at - bounds.first) }}
            >
              {clockOf(at)}
            </bdi>
          ))}
        </div>
        <div
          ref={body}
          className="relative grid auto-cols-fr grid-flow-col"
          style={{ blockSize: pixels(bounds.last - bounds.first) }}
        >
          {days.map(({ day, from, to }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut with a pointer; the button ״תור חדש״ does the same by keyboard
            // biome-ignore lint/a11y/useKeyWithClickEvents: the same
            <div
              key={day}
              data-day={day}
              className="relative border-s border-line bg-ground-3/60"
              onClick={(event) => {
                if (!mayEdit || event.target !== event.currentTarget) return;
                const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
                const at = bounds.first + (offset / HOUR_PX) * 60;
                onFree({ day, time: clockOf(Math.floor(at / 30) * 30), seat: 0 });
              }}
            >
              {from && to && (
                <div
                  className="pointer-events-none absolute inset-x-0 bg-ground"
                  style={{
                    insetBlockStart: pixels(minutesOf(from) - bounds.first),
                    blockSize: pixels(minutesOf(to) - minutesOf(from)),
                  }}
                />
              )}
              {hours.map((at) => (
                <div
                  key={at}
                  className="pointer-events-none absolute inset-x-0 border-t border-line"
                  style={{ insetBlockStart: pixels(at - bounds.first) }}
                />
              ))}
              {blocks
                .filter((block) => spans(block, day))
                .map((block) => (
                  <button
                    key={block.uuid}
                    type="button"
                    onClick={() => onOpenBlock(block)}
                    className="blocked-hours absolute inset-x-0 flex items-start gap-1 overflow-hidden border-y border-line-strong px-2 py-1 text-start text-xs text-ink-2"
                    style={placed(block, day, bounds)}
                  >
                    חסום{block.reason && ': '}
                    <bdi>{block.reason}</bdi>
                  </button>
                ))}
              {visits
                .filter((visit) => israelDay(new Date(visit.starts_at)) === day)
                .map((visit) => (
                  <Visit
                    key={visit.uuid}
                    visit={visit}
                    style={{
                      ...placed(visit, day, bounds),
                      inlineSize: `${100 / seats}%`,
                      insetInlineStart: `${(100 / seats) * visit.seat}%`,
                    }}
                    {...(mayEdit && !visit.foreign && { drag: moving.dragOf(visit.uuid, placeOf(visit)) })}
                    lifted={moving.moving?.uuid === visit.uuid}
                    onOpen={onOpen}
                  />
                ))}
              {moving.moving?.place.day === day && (
                <div
                  className="pointer-events-none absolute z-20 rounded-sm border-2 border-action-ink bg-action-wash/80 p-1 text-xs font-semibold text-action-ink"
                  style={{
                    insetBlockStart: pixels(minutesOf(moving.moving.place.time) - bounds.first),
                    blockSize: pixels(minutes),
                    inlineSize: `${100 / seats}%`,
                    insetInlineStart: `${(100 / seats) * moving.moving.place.seat}%`,
                  }}
                >
                  <bdi>{moving.moving.place.time}</bdi>
                  {!isOpen(moving.moving.place) && <span className="block">מחוץ לשעות</span>}
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {moving.moving &&
          `יום ${weekdayName(moving.moving.place.day)} ${formatDate(`${moving.moving.place.day}T12:00:00Z`)}, ${moving.moving.place.time}${isOpen(moving.moving.place) ? '' : ', מחוץ לשעות הסניף'}`}
      </p>
    </div>
  );
}

const placeOf = ({ starts_at, seat }: CalendarVisit): Place => ({
  day: israelDay(new Date(starts_at)),
  time: formatTime(starts_at),
  seat,
});

type Span = { starts_at: Date; ends_at: Date };
const spans = ({ starts_at, ends_at }: Span, day: string): boolean =>
  israelDay(new Date(starts_at)) <= day && day <= israelDay(new Date(new Date(ends_at).getTime() - 1));

/** Where on the day it lies, cut at what is shown. */
function placed({ starts_at, ends_at }: Span, day: string, { first, last }: { first: number; last: number }) {
  const from = israelDay(new Date(starts_at)) < day ? first : minutesOf(formatTime(starts_at));
  const to = israelDay(new Date(ends_at)) > day ? last : minutesOf(formatTime(ends_at));
  const start = Math.max(first, from);
  return { insetBlockStart: pixels(start - first), blockSize: pixels(Math.min(last, to) - start) };
}

type VisitProps = {
  visit: CalendarVisit;
  style: React.CSSProperties;
  lifted: boolean;
  drag?: ReturnType<ReturnType<typeof useMoving>['dragOf']>;
  onOpen: (visit: CalendarVisit) => void;
};

function Visit({ visit, style, lifted, drag, onOpen }: VisitProps) {
  const { foreign, name, product, starts_at, no_show_at, store } = visit;
  if (foreign)
    return (
      <div className="absolute z-10 p-px" style={style}>
        <p className="h-full overflow-hidden rounded-sm border border-line bg-ground-3 px-1.5 py-1 text-xs text-ink-3">
          תפוס, <bdi>{store}</bdi>
        </p>
      </div>
    );
  return (
    <div className={classNames('absolute z-10 p-px', lifted && 'opacity-50')} style={style}>
      <button
        type="button"
        {...drag?.props}
        onClick={(event) => {
          if (!drag?.wasDragged(event)) onOpen(visit);
        }}
        aria-describedby={drag && 'moving-keys'}
        className={classNames(
          'flex h-full w-full touch-none flex-col items-start overflow-hidden rounded-sm border-s-4 px-1.5 py-1 text-start text-xs select-none',
          no_show_at
            ? 'border-line-strong bg-ground-3 text-ink-3 line-through'
            : 'border-action-ink bg-action-wash text-ink',
          drag && 'cursor-grab',
        )}
      >
        <bdi className="max-w-full truncate font-semibold">{name}</bdi>
        <bdi className="text-ink-2 tabular-nums">{formatTime(starts_at)}</bdi>
        {product && <bdi className="max-w-full truncate text-ink-3">{product}</bdi>}
      </button>
    </div>
  );
}
