import type { ReactNode } from 'react';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { calmWords, TaskState } from './task-state.tsx';

export type BuyerTasks = {
  tasks: OrderTask[];
  /** When the vehicle will be handed over. */
  visit: { starts_at: string; branch: string } | null;
  /** Whether the buyer chooses the date here. */
  choosesDate: boolean;
};

type Props = {
  tasks: BuyerTasks;
  /** A notice of cancellation is being dealt with: the buyer has nothing to send. */
  cancelling: boolean;
  to: string;
};

/** `יום ראשון, 22 בנובמבר 2026, 09:30` */
export const visitInWords = (startsAt: string): string =>
  `יום ${weekdayName(israelDay(new Date(startsAt)))}, ${formatLongDate(startsAt)}, ${formatTime(startsAt)}`;

/** Of a date, while a notice of cancellation is being dealt with. */
export const ON_HOLD = 'בהמתנה עד לטיפול בביטול';

type Row = { key: string; title: string; isOpen: boolean; state: ReactNode };

const Rows = ({ rows }: { rows: Row[] }) => (
  <ul className="grid gap-3">
    {rows.map(({ key, title, state }) => (
      <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{title}</span>
        {state}
      </li>
    ))}
  </ul>
);

/** Who cancels is neither reminded of the date nor expected; it is freed once the order has ended. */
function DateState({ visit, cancelling }: { visit: BuyerTasks['visit']; cancelling: boolean }) {
  if (!visit) return <TaskState state="missing" words="עוד לא נבחר" />;
  const when = visitInWords(visit.starts_at);
  return cancelling ? (
    <TaskState state="sent" words={`${when} – ${ON_HOLD}`} />
  ) : (
    <TaskState state="checked" words={when} />
  );
}

/**
 * What the buyer still has to do before the handover and, apart from it, what is done or with staff; with the way to
 * the page where it is done.
 */
export function TaskSummary({ tasks: { tasks, visit, choosesDate }, cancelling, to }: Props) {
  const hasDate = choosesDate || visit !== null;
  if (tasks.length === 0 && !hasDate) return null;
  const rows: Row[] = tasks.map(({ position, title, state }) => ({
    ...{ key: String(position), title, isOpen: state === 'missing' || state === 'refused' },
    state: <TaskState state={state} {...calmWords(state, cancelling)} />,
  }));
  if (hasDate)
    rows.push({
      ...{ key: 'date', title: 'מועד המסירה', isOpen: !visit },
      state: <DateState visit={visit} cancelling={cancelling} />,
    });
  const open = rows.filter(({ isOpen }) => isOpen);
  const done = rows.filter((row) => !row.isOpen);
  const isOpen = open.length > 0;
  const urges = isOpen && !cancelling;
  return (
    <section
      aria-labelledby="tasks-title"
      className="grid gap-4 rounded-xl bg-ground-2 p-5 sm:p-6 print:break-inside-avoid print:p-0"
    >
      <h2 id="tasks-title" className="text-xl">
        {urges && (
          <>
            <span className="print:hidden">נשאר לכם לעשות</span>
            {/* On paper it is a list to check against: what is done on a page can't be done there. */}
            <span className="hidden print:inline">לפני המסירה</span>
          </>
        )}
        {/* Whether there will be a handover isn't known while a notice of cancellation is being dealt with. */}
        {!urges && (cancelling ? `מסמכים${hasDate ? ' ומועד' : ''}` : 'עשיתם הכול')}
      </h2>
      {isOpen && <Rows rows={open} />}
      {isOpen && done.length > 0 && <h3 className="text-base">כבר עשיתם</h3>}
      {done.length > 0 && <Rows rows={done} />}
      <div className="print:hidden">
        <ButtonLink to={to} variant={urges ? 'primary' : 'secondary'} className="max-sm:w-full">
          {urges ? 'להשלמת מה שנשאר' : 'לצפייה ולשינוי'}
        </ButtonLink>
      </div>
    </section>
  );
}
