import { formatCallback } from '#domain/calendar/callback.ts';
import type { LeadState } from '#domain/people/lead-states.ts';
import { formatNumber } from '#domain/text/format.ts';
import type { Tone } from '../../components/panel.tsx';

export const leadTones: Record<LeadState, Tone> = {
  new: 'wait',
  open: 'info',
  answered: 'good',
  converted: 'good',
  closed: 'neutral',
};

/** `12 דקות`, `3 שעות`, `5 ימים` */
function durationOf(minutes: number): string {
  const [count, one, many] =
    minutes < 60
      ? [minutes, 'דקה', 'דקות']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'שעה', 'שעות']
        : [Math.floor(minutes / 1_440), 'יום', 'ימים'];
  return count === 1 ? one : `${formatNumber(count)} ${many}`;
}

/** When the shopper asked to be called, in words. */
export const callbackOf = (lead: { callback_from: Date | string | null; callback_to: Date | string | null }) =>
  lead.callback_from &&
  lead.callback_to &&
  formatCallback({ from: new Date(lead.callback_from), to: new Date(lead.callback_to) });

/** How long the first answer took, or, in warning, for how long it is waited for. */
export function Wait({ minutes, answered }: { minutes: number | null; answered: boolean }) {
  if (minutes === null) return '–';
  const text = minutes < 1 ? 'פחות מדקה' : durationOf(minutes);
  if (answered) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <span className={`whitespace-nowrap font-semibold ${minutes > 60 ? 'text-danger' : 'text-warning'}`}>
      מחכה {text}
    </span>
  );
}
