import { Circle, CircleCheck, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { TaskState as State } from '#domain/orders/handover-tasks.ts';
import { classNames } from '#ui/hooks/class-names.ts';

/** They stand beside a name of either gender, of papers and of a signature. */
const taskWords: Record<State, string> = {
  missing: 'מחכה לכם',
  sent: 'בבדיקה אצלנו',
  refused: 'צריך לשלוח שוב',
  checked: 'הכול תקין',
};

const looks: Record<State, { Icon: LucideIcon; look: string }> = {
  missing: { Icon: Circle, look: 'bg-ground-3 text-ink-2' },
  sent: { Icon: Clock, look: 'bg-warning-wash text-warning' },
  refused: { Icon: TriangleAlert, look: 'bg-danger-wash text-danger' },
  checked: { Icon: CircleCheck, look: 'bg-success-wash text-success' },
};

/** `calm`: states what is open without urging the buyer to send it. */
export const calmWords = (state: State, calm: boolean): { words?: string } =>
  calm && state === 'missing' ? { words: 'לא נשלח' } : calm && state === 'refused' ? { words: 'לא אושר' } : {};

/** `words`: where the state is said in other words, as of the date. */
export function TaskState({ state, words = taskWords[state] }: { state: State; words?: string }) {
  const { Icon, look } = looks[state];
  return (
    <span className={classNames('inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold', look)}>
      <Icon aria-hidden strokeWidth={2} className="size-4" />
      {words}
    </span>
  );
}
