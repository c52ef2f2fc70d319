import { Check, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { PAPER_MONTHS } from '#domain/orders/handover-tasks.ts';
import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { Button } from '#ui/button.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { CallFields } from '../../../components/action-form.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { FileChoice } from '../../../components/fields/file-choice.tsx';
import { Badge, Panel } from '../../../components/panel.tsx';
import { Moment, Money } from '../../../components/shown-values.tsx';
import { useCall } from '../../../components/use-call.ts';
import { DueAtHandover } from './due-at-handover.tsx';
import { TaskRow } from './task-row.tsx';

type Props = { order: { uuid: string; number: string }; fulfilment: Fulfilment };
type Step = Fulfilment['steps'][number];

/** The checklist before the vehicles are handed over: each step with who did it, and its papers. */
export function HandoverPanel({ order, fulfilment }: Props) {
  const { steps, files, balanceAgorot, heldAgorot, dueAtHandover, visit, mayHandOver, maySeePapers } = fulfilment;
  const { ready, handedOver } = fulfilment;
  const done = useRef<HTMLParagraphElement>(null);
  // Completing it takes its button away.
  const notePress = useFocusAfterRemoval(handedOver, done);
  if (steps.length === 0)
    return (
      files.length > 0 && (
        <Panel title="מסמכי רכב שאינו בהזמנה">
          <p className="text-sm text-ink-2">
            הרכב יצא מההזמנה, והמסמכים נשמרים. מה שהלקוח שלח נמחק {PAPER_MONTHS} חודשים אחרי סיום ההזמנה.
          </p>
          <Papers order={order.uuid} files={files} may={mayHandOver} />
        </Panel>
      )
    );
  const open = steps.filter(({ doneAt }) => !doneAt).length;
  const loose = files.filter(({ stepUid }) => !steps.some(({ uuid }) => uuid !== null && uuid === stepUid));
  return (
    <Panel
      title="מסירת הרכב"
      actions={
        <Badge tone={open === 0 ? 'good' : 'wait'}>
          {open === 0 ? 'כל השלבים הושלמו' : `${steps.length - open} מתוך ${steps.length}`}
        </Badge>
      }
    >
      <ol className="grid gap-1">
        {steps.map((step) => (
          <li key={step.position} className="grid gap-2 border-b border-line pb-2 last:border-0">
            <StepRow step={step} mayHandOver={mayHandOver} />
            {step.task && <TaskRow step={step} may={mayHandOver} />}
            {maySeePapers && (
              <Papers
                order={order.uuid}
                files={files.filter(({ stepUid }) => stepUid && stepUid === step.uuid)}
                may={mayHandOver}
              />
            )}
            {mayHandOver && <Upload position={step.position} title={step.title} />}
          </li>
        ))}
      </ol>
      {maySeePapers && loose.length > 0 && <Papers order={order.uuid} files={loose} may={mayHandOver} />}
      {visit && (
        <p className="rounded-sm bg-ground-3 p-3">
          הלקוח בחר מועד: <Moment at={visit.startsAt} />, <bdi>{visit.branch}</bdi>
        </p>
      )}
      <DueAtHandover due={dueAtHandover} />
      {balanceAgorot > 0 && (
        <p role="status" className="rounded-sm bg-warning-wash p-3 text-warning">
          נותרו לתשלום <Money agorot={balanceAgorot} />. אפשר למסור אחרי התשלום.
        </p>
      )}
      {heldAgorot > 0 && (
        <p role="status" className="rounded-sm bg-warning-wash p-3 text-warning">
          <Money agorot={heldAgorot} /> תפוסים בכרטיס ולא חויבו. אפשר למסור אחרי שמחייבים אותם; שחרור סוגר את ההזמנה.
        </p>
      )}
      {mayHandOver && ready && (
        <div className="flex flex-wrap items-center gap-3">
          {open === 0 && balanceAgorot + heldAgorot === 0 ? (
            <ActionDialog
              label="השלמת המסירה"
              variant="primary"
              call="hand-over"
              submit="המסירה הושלמה"
              onReply={notePress}
            >
              <p>
                הזמנה <bdi>{order.number}</bdi> תעבור למצב ״נמסרה״, והלקוח יקבל על כך הודעה.
              </p>
            </ActionDialog>
          ) : (
            open > 0 && <p className="text-sm text-ink-3">אפשר להשלים את המסירה אחרי שכל השלבים מסומנים.</p>
          )}
        </div>
      )}
      <p ref={done} tabIndex={-1} role="status" className="outline-none empty:hidden">
        {handedOver && 'המסירה הושלמה, והלקוח קיבל על כך הודעה.'}
      </p>
      {mayHandOver && !ready && !handedOver && <p className="text-sm text-ink-3">המסירה נפתחת כשההזמנה בטיפול.</p>}
    </Panel>
  );
}

function StepRow({
  step: { position, title, text, doneAt, doneBy },
  mayHandOver,
}: {
  step: Step;
  mayHandOver: boolean;
}) {
  const fetcher = useCall();
  const pressed = fetcher.formData ? fetcher.formData.get('done') === 'true' : doneAt !== null;
  return (
    <fetcher.Form method="post" className="flex items-start gap-3">
      <input type="hidden" name="_call" value="step" />
      <input type="hidden" name="position" value={position} />
      <input type="hidden" name="done" value={String(!pressed)} />
      <button
        type="submit"
        role="checkbox"
        aria-checked={pressed}
        aria-label={title}
        disabled={!mayHandOver}
        className={`mt-1 grid size-11 shrink-0 place-items-center rounded-md border-2 ${pressed ? 'border-success bg-success-wash text-success' : 'border-line-strong'} disabled:opacity-60`}
      >
        {/* Not by its colour: forced colours show a transparent one. */}
        <Check aria-hidden className={`size-6 ${pressed ? '' : 'invisible'}`} />
      </button>
      <div className="grid min-w-0 gap-0.5">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-ink-2">{text}</span>
        {doneAt && (
          <span className="text-xs text-ink-3">
            <bdi>{doneBy ?? '–'}</bdi>, <Moment at={doneAt} />
          </span>
        )}
        {fetcher.data && !fetcher.data.ok && (
          <span role="alert" className="text-sm text-danger">
            {fetcher.data.message}
          </span>
        )}
      </div>
    </fetcher.Form>
  );
}

function Papers({ order, files, may }: { order: string; files: Fulfilment['files']; may: boolean }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1 ps-14">
      {files.map(({ uuid, name, type, bytes, createdAt, by, fromBuyer }) => (
        <li key={uuid} className="flex flex-wrap items-center gap-x-3">
          <a
            href={`/orders/${order}/files/${uuid}`}
            download
            className="flex items-center gap-2 text-action-ink underline"
          >
            {type === 'image/webp' ? (
              <img
                src={`/orders/${order}/files/${uuid}`}
                alt=""
                loading="lazy"
                className="h-20 w-28 rounded-sm border border-line bg-ground-3 object-contain"
              />
            ) : (
              <Paperclip aria-hidden className="size-4" />
            )}
            <bdi className="break-all">{name}</bdi>
          </a>
          <span className="text-xs text-ink-3">
            <bdi>{`${Math.max(1, Math.round(bytes / 1024))} KB`}</bdi>, {fromBuyer ? 'מהלקוח' : <bdi>{by ?? '–'}</bdi>},{' '}
            <Moment at={createdAt} />
          </span>
          {may && (
            <ActionDialog label="הסרה" title={`הסרת ${name}`} variant="quiet" call="remove-file" submit="הסרה" danger>
              <input type="hidden" name="file" value={uuid} />
              <p>
                הקובץ <bdi>{name}</bdi> יימחק ולא יהיה אפשר לשחזר אותו.
              </p>
            </ActionDialog>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Chosen, or photographed on the spot: sent at once. */
function Upload({ position, title }: { position: number; title: string }) {
  const fetcher = useCall();
  const busy = fetcher.state !== 'idle';
  return (
    <fetcher.Form method="post" encType="multipart/form-data" className="ps-14">
      <CallFields call="add-file" reply={fetcher.data} />
      <input type="hidden" name="position" value={position} />
      <FileChoice
        label={`צירוף קובץ: ${title}`}
        accept="application/pdf,image/*"
        name="file"
        onFiles={(_, form) => void fetcher.submit(form)}
      >
        {(choose) => (
          <Button variant="quiet" size="sm" busy={busy} onClick={choose}>
            <Paperclip aria-hidden className="size-4" />
            צירוף קובץ<span className="sr-only">: {title}</span>
          </Button>
        )}
      </FileChoice>
      {fetcher.data && !fetcher.data.ok && !busy && (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.message}
        </p>
      )}
    </fetcher.Form>
  );
}
