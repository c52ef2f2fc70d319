import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TaskState } from './task-state.tsx';

export type BuyerTasks = {
  tasks: OrderTask[];
  /** When the vehicle will be handed over. */
  visit: { starts_at: string; branch: string } | null;
  /** Whether the buyer chooses the date here. */
  choosesDate: boolean;
};

/** `יום ראשון, 22 בנובמבר 2026, 09:30` */
export const visitInWords = (startsAt: string): string =>
  `יום ${weekdayName(israelDay(new Date(startsAt)))}, ${formatLongDate(startsAt)}, ${formatTime(startsAt)}`;

/** What the buyer still has to do before the handover, with the way to the page where it is done. */
export function TaskSummary({ tasks: { tasks, visit, choosesDate }, to }: { tasks: BuyerTasks; to: string }) {
  const hasDate = choosesDate || visit !== null;
  if (tasks.length === 0 && !hasDate) return null;
  const open =
    tasks.filter(({ state }) => state === 'missing' || state === 'refused').length + (hasDate && !visit ? 1 : 0);
  return (
    <section
      aria-labelledby="tasks-title"
      className="grid gap-4 rounded-xl bg-ground-2 p-5 sm:p-6 print:break-inside-avoid print:p-0"
    >
      <h2 id="tasks-title" className="text-xl">
        {open > 0 ? 'נשאר לכם לעשות' : 'עשיתם הכול'}
      </h2>
      <ul className="grid gap-3">
        {tasks.map(({ position, title, state }) => (
          <li key={position} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">{title}</span>
            <TaskState state={state} />
          </li>
        ))}
        {hasDate && (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">מועד המסירה</span>
            {visit ? (
              <TaskState state="checked" words={visitInWords(visit.starts_at)} />
            ) : (
              <TaskState state="missing" words="עוד לא נבחר" />
            )}
          </li>
        )}
      </ul>
      <div className="print:hidden">
        <ButtonLink to={to} variant={open > 0 ? 'primary' : 'secondary'} className="max-sm:w-full">
          {open > 0 ? 'להשלמת מה שנשאר' : 'לצפייה ולשינוי'}
        </ButtonLink>
      </div>
    </section>
  );
}
