import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';
import { addDays, israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { type CalendarBlock, type CalendarVisit, readCalendar } from '#server/office/bookings/calendar.ts';
import {
  block,
  cancelBooking,
  createBooking,
  moveBooking,
  noShow,
  unblock,
} from '#server/office/bookings/change-bookings.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { act, load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/bookings.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { DayList } from './day-list.tsx';
import { BlockContent, MoveContent, NewContent, serviceNames, UnblockContent, VisitContent } from './dialogs.tsx';
import type { Place } from './use-moving.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  ...(await readCalendar(ctx, queryOf(request))),
  now: ctx.now(),
}));

export const action = act(
  { move: moveBooking, create: createBooking, cancel: cancelBooking, noShow, block, unblock },
  {
    says: {
      move: 'התור הוזז, והלקוח יקבל הודעה',
      create: 'התור נקבע, והלקוח יקבל אישור',
      cancel: 'התור בוטל, והלקוח יקבל הודעה',
      noShow: 'נרשם',
      block: 'השעות נחסמו',
      unblock: 'החסימה בוטלה',
    },
  },
);

type Open =
  | { kind: 'visit'; visit: CalendarVisit }
  | { kind: 'move'; visit: CalendarVisit; to: Place }
  | { kind: 'new'; at: { day: string; time: string } }
  | { kind: 'block' }
  | { kind: 'unblock'; block: CalendarBlock };

export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { calendar, today, now } = loaderData;
  const { permissions } = useShell();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (!calendar)
    return (
      <>
        <PageHead title="תורים" />
        <div className="panel">
          <Empty title="אין סניפים שמקבלים תורים">סניף מקבל תורים כשמוגדרים לו נסיעות מבחן או שירות.</Empty>
        </div>
      </>
    );
  const { branch, service, first } = calendar;
  const shownCalendar = { branch, service, day: first, view: loaderData.view };
  const mayEdit = calendar.stores.length > 0;
  // A handover belongs to an order, whose buyer chooses its date.
  const mayAdd = mayEdit && calendar.service !== 'HANDOVER';
  // What the dialogs offer first: today, if it is shown.
  const day = calendar.days.find((one) => one.day >= today)?.day ?? calendar.first;
  const newAt = { day, time: calendar.days.find((one) => one.day === day)?.from ?? '09:00' };
  const placeOf = ({ starts_at, seat }: CalendarVisit): Place => ({
    day: israelDay(new Date(starts_at)),
    time: formatTime(starts_at),
    seat,
  });
  return (
    <>
      <PageHead
        title="תורים"
        actions={
          <>
            {mayAdd && (
              <Button size="sm" onClick={() => setOpen({ kind: 'new', at: newAt })}>
                תור חדש
              </Button>
            )}
            {calendar.mayBlock && (
              <Button size="sm" variant="secondary" onClick={() => setOpen({ kind: 'block' })}>
                חסימת שעות
              </Button>
            )}
            {permissions.includes('leads.export') && <ExportMenu path="/bookings/export" chosen={shownCalendar} />}
          </>
        }
      />
      <Where data={loaderData} />
      <div className="max-sm:hidden">
        <CalendarGrid
          calendar={calendar}
          today={today}
          mayEdit={mayEdit}
          onOpen={(visit) => setOpen({ kind: 'visit', visit })}
          onOpenBlock={(block) => setOpen({ kind: 'unblock', block })}
          onMove={(visit, to) => setOpen({ kind: 'move', visit, to })}
          onFree={({ day, time }) => mayAdd && setOpen({ kind: 'new', at: { day, time } })}
        />
        {mayEdit && (
          <p id="moving-keys" className="mt-2 text-xs text-ink-3">
            תור מזיזים בגרירה, או במקלדת: חצים עם <kbd>Shift</kbd> בוחרים מועד, <kbd>Enter</kbd> מזיז ו־
            <kbd>Escape</kbd> מבטל.
          </p>
        )}
      </div>
      <div className="sm:hidden">
        <DayList
          calendar={calendar}
          onOpen={(visit) => setOpen({ kind: 'visit', visit })}
          onOpenBlock={(block) => setOpen({ kind: 'unblock', block })}
        />
      </div>
      <AskingDialog open={open !== null} onClose={close} title={open ? titleOf(open, calendar.service) : ''}>
        {open?.kind === 'visit' && (
          <VisitContent
            calendar={calendar}
            visit={open.visit}
            now={now}
            mayEdit={mayEdit}
            onMove={() => setOpen({ kind: 'move', visit: open.visit, to: placeOf(open.visit) })}
            onClose={close}
          />
        )}
        {open?.kind === 'move' && <MoveContent calendar={calendar} visit={open.visit} to={open.to} onClose={close} />}
        {open?.kind === 'new' && <NewContent calendar={calendar} at={open.at} onClose={close} />}
        {open?.kind === 'block' && <BlockContent calendar={calendar} day={day} onClose={close} />}
        {open?.kind === 'unblock' && <UnblockContent block={open.block} mayBlock={calendar.mayBlock} onClose={close} />}
      </AskingDialog>
    </>
  );
}

function titleOf(open: Open, service: keyof typeof serviceNames): string {
  if (open.kind === 'visit') return open.visit.name;
  if (open.kind === 'new') return `תור חדש: ${serviceNames[service]}`;
  return { move: 'הזזת התור', block: 'חסימת שעות', unblock: 'שעות חסומות' }[open.kind];
}

/** With the visits of the days shown, so that staff needn't search branch by branch. */
const withCount = (name: string, visits: number): string => (visits > 0 ? `${name} (${visits})` : name);

/** Branch, service and days: all of it is the page's address. */
function Where({ data: { branches, calendar, view, today } }: { data: Route.ComponentProps['loaderData'] }) {
  const submit = useSubmit();
  const [search] = useSearchParams();
  const branch = useInStep<HTMLSelectElement>(calendar?.branch ?? '');
  const service = useInStep<HTMLSelectElement>(calendar?.service ?? '');
  if (!calendar) return null;
  const to = (change: Record<string, string>): string =>
    `?${new URLSearchParams({ ...Object.fromEntries(search), ...change })}`;
  const step = view === 'week' ? 7 : 1;
  const last = calendar.days.at(-1)?.day ?? calendar.first;
  const short = (day: string): string => formatDate(`${day}T12:00:00Z`);
  const tab =
    'min-h-10 content-center rounded-sm px-3 text-sm aria-[current=true]:bg-action-wash aria-[current=true]:font-semibold aria-[current=true]:text-action-ink';
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Form method="get" className="flex flex-wrap items-end gap-3" onChange={(event) => submit(event.currentTarget)}>
        <input type="hidden" name="view" value={view} />
        <input type="hidden" name="day" value={search.get('day') ?? ''} />
        <label className="grid gap-1 text-xs text-ink-3">
          סניף
          <select
            ref={branch}
            name="branch"
            defaultValue={calendar.branch}
            className="office-field w-auto pe-9 text-base"
          >
            {branches.map(({ uuid, name, visits }) => (
              <option key={uuid} value={uuid}>
                {withCount(name, visits)}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-xs text-ink-3">
          שירות
          <select
            ref={service}
            name="service"
            defaultValue={calendar.service}
            className="office-field w-auto pe-9 text-base"
          >
            {calendar.services.map(({ key, visits }) => (
              <option key={key} value={key}>
                {withCount(serviceNames[key], visits)}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <Button type="submit" size="sm">
            הצגה
          </Button>
        </noscript>
      </Form>
      <nav aria-label="ימים" className="flex flex-wrap items-center gap-1">
        <Link
          to={to({ day: addDays(calendar.first, -step) })}
          className={buttonLook({ variant: 'secondary', size: 'sm' })}
          aria-label="הקודמים"
        >
          <ChevronRight aria-hidden className="size-5" />
        </Link>
        <Link to={to({ day: today })} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          היום
        </Link>
        <Link
          to={to({ day: addDays(calendar.first, step) })}
          className={buttonLook({ variant: 'secondary', size: 'sm' })}
          aria-label="הבאים"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <p role="status" className="px-2 font-semibold">
          {view === 'week' ? (
            <bdi dir="ltr">
              {short(calendar.first)} – {short(last)}
            </bdi>
          ) : (
            <>
              יום {weekdayName(calendar.first)}, <bdi>{short(calendar.first)}</bdi>
            </>
          )}
        </p>
      </nav>
      <nav aria-label="תצוגה" className="ms-auto flex rounded-sm border border-line-strong bg-ground">
        <Link to={to({ view: 'day' })} aria-current={view === 'day'} className={tab}>
          יום
        </Link>
        <Link to={to({ view: 'week' })} aria-current={view === 'week'} className={tab}>
          שבוע
        </Link>
      </nav>
    </div>
  );
}
