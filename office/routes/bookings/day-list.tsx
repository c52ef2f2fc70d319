import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import type { Calendar, CalendarBlock, CalendarVisit } from '#server/office/bookings/calendar.ts';

type Props = {
  calendar: Calendar;
  onOpen: (visit: CalendarVisit) => void;
  onOpenBlock: (block: CalendarBlock) => void;
};

/** The same calendar for a phone: day after day, what is booked and blocked. */
export function DayList({ calendar: { days, visits, blocks }, onOpen, onOpenBlock }: Props) {
  return (
    <div className="grid gap-4">
      {days.map(({ day, from, to, note }) => {
        const ofDay = ({ starts_at }: { starts_at: Date }) => israelDay(new Date(starts_at)) === day;
        const rows = [
          ...visits.filter(ofDay).map((visit) => ({ at: visit.starts_at, uuid: visit.uuid, visit, block: null })),
          ...blocks.filter(ofDay).map((block) => ({ at: block.starts_at, uuid: block.uuid, visit: null, block })),
        ].sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime());
        return (
          <section key={day} aria-label={`יום ${weekdayName(day)}`} className="panel">
            <h2 className="flex flex-wrap items-baseline justify-between gap-2 border-b border-line px-4 py-2 text-base">
              <span>
                יום {weekdayName(day)} <bdi className="font-normal text-ink-3">{formatDate(`${day}T12:00:00Z`)}</bdi>
              </span>
              <span className="text-xs font-normal text-ink-3">
                {note && `${note} · `}
                {from && to ? (
                  <bdi dir="ltr">
                    {from}–{to}
                  </bdi>
                ) : (
                  'סגור'
                )}
              </span>
            </h2>
            {rows.length === 0 && <p className="px-4 py-3 text-ink-3">אין תורים</p>}
            <ul>
              {rows.map(({ uuid, visit, block }) => (
                <li key={uuid} className="border-b border-line last:border-0">
                  {visit && !visit.foreign && (
                    <Row at={visit} onClick={() => onOpen(visit)}>
                      <bdi className="font-semibold">{visit.name}</bdi>
                      {visit.no_show_at && <span className="text-danger"> לא הגיעו</span>}
                      {visit.product && <bdi className="block text-sm text-ink-3">{visit.product}</bdi>}
                    </Row>
                  )}
                  {visit?.foreign && (
                    <p className="flex gap-4 px-4 py-3 text-ink-3">
                      <Times at={visit} />
                      תפוס, {visit.store}
                    </p>
                  )}
                  {block && (
                    <Row at={block} onClick={() => onOpenBlock(block)}>
                      <span className="text-ink-3">
                        חסום{block.reason && ': '}
                        <bdi>{block.reason}</bdi>
                      </span>
                    </Row>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

type Span = { starts_at: Date; ends_at: Date };

const Times = ({ at }: { at: Span }) => (
  <bdi dir="ltr" className="shrink-0 tabular-nums">
    {formatTime(at.starts_at)}–{formatTime(at.ends_at)}
  </bdi>
);

function Row({ at, onClick, children }: { at: Span; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 w-full gap-4 px-4 py-3 text-start hover:bg-ground-2"
    >
      <Times at={at} />
      <span className="min-w-0">{children}</span>
    </button>
  );
}
