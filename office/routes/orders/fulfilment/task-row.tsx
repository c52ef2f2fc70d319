import { useRef } from 'react';
import type { TaskState } from '#domain/orders/handover-tasks.ts';
import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { TextArea } from '#ui/form/field.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Badge } from '../../../components/panel.tsx';
import { Moment } from '../../../components/shown-values.tsx';

const states: Record<TaskState, { label: string; tone: 'neutral' | 'wait' | 'bad' | 'good' }> = {
  missing: { label: 'הלקוח עוד לא שלח', tone: 'neutral' },
  sent: { label: 'הלקוח שלח, מחכה לבדיקה', tone: 'wait' },
  refused: { label: 'נדחה, הלקוח התבקש לשלוח שוב', tone: 'bad' },
  checked: { label: 'אושר', tone: 'good' },
};

/** What the buyer sends for a step, and the decision about it. */
export function TaskRow({ step, may }: { step: Fulfilment['steps'][number]; may: boolean }) {
  const { position, title, state, sentAt, refusedAt, doneAt, refusal, task, ask } = step;
  const since = { missing: null, sent: sentAt, refused: refusedAt, checked: doneAt }[state];
  const { label, tone } = states[state];
  const status = useRef<HTMLSpanElement>(null);
  // A decision takes its buttons away.
  const noteDecision = useFocusAfterRemoval(state, status);
  const seenSentAt = sentAt ? new Date(sentAt).toISOString() : '';
  return (
    <div className="grid gap-2 ps-14">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span ref={status} tabIndex={-1} className="outline-none">
          <Badge tone={tone}>{label}</Badge>
        </span>
        {since && (
          <span className="text-xs text-ink-3">
            <Moment at={since} />
          </span>
        )}
      </p>
      {state === 'refused' && (
        <p className="text-sm text-ink-2">
          נכתב ללקוח: <bdi>{refusal}</bdi>
        </p>
      )}
      {may && state === 'sent' && (
        <div className="flex flex-wrap gap-2">
          <ActionDialog
            label="אישור"
            about={title}
            title={`אישור: ${title}`}
            variant="primary"
            call="accept-task"
            submit="אישור"
            onReply={noteDecision}
          >
            <input type="hidden" name="position" value={position} />
            <input type="hidden" name="seen" value={seenSentAt} />
            <p>
              השלב <bdi>״{title}״</bdi> יסומן.{' '}
              {task === 'signature' ? 'בדקתם שהחתימה היא של הקונה?' : 'בדקתם את כל מה שנשלח?'} כשהכול יאושר, הלקוח יקבל
              על כך הודעה אחת.
            </p>
          </ActionDialog>
          <ActionDialog
            label="דחייה"
            about={title}
            title={`דחייה: ${title}`}
            call="refuse-task"
            submit="דחייה, והודעה ללקוח"
            onReply={noteDecision}
            danger
          >
            <input type="hidden" name="position" value={position} />
            <input type="hidden" name="seen" value={seenSentAt} />
            <TextArea
              label="מה לתקן"
              name="why"
              required
              rows={3}
              maxLength={300}
              hint="הלקוח יקרא את זה: משפט אחד שאומר מה לשלוח במקום"
            />
          </ActionDialog>
        </div>
      )}
      {task === 'signature' && state !== 'missing' && (
        <details className="text-sm text-ink-2">
          <summary className="min-h-11 cursor-pointer content-center">הנוסח</summary>
          <p className="whitespace-pre-line">{ask}</p>
        </details>
      )}
    </div>
  );
}
