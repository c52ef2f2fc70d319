import { Camera, FileText, Paperclip, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { MAX_PAPER_MB, paperTypes, TASK_PAPERS } from '#domain/orders/handover-tasks.ts';
import { buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { call } from '~/api.ts';
import { uploadFile, useFileChanges } from '~/upload/upload-file.ts';
import { LockedPapers } from './locked-papers.tsx';

type Props = { task: OrderTask; number: string; secret: string };

/** Photos and files of a task: each is sent as it is chosen or taken. They need scripts. */
export function PapersTask({ task, number, secret }: Props) {
  const { title, papers, state } = task;
  const open = papers.filter((paper) => paper.open);
  const result = useRef<HTMLParagraphElement>(null);
  const { busy, status, send: sendAll, remove } = useFileChanges(papers, result);
  const sending = state !== 'checked';
  const room = TASK_PAPERS - papers.length;

  const form = useRef<HTMLDivElement>(null);
  async function send(...fields: HTMLInputElement[]): Promise<void> {
    const files = fields.flatMap((field) => [...(field.files ?? [])]);
    if (files.length === 0) return;
    const upload = (file: File) => uploadFile(addressOf(file, task, secret), file, paperRule);
    await sendAll(fields[0] ?? null, files, room, upload, {
      one: 'הקובץ נשלח',
      many: 'הקבצים נשלחו',
      limit: `אפשר לצרף כאן עד ${TASK_PAPERS} קבצים`,
    });
    for (const field of fields) field.value = '';
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the page's scripts had loaded, once
  useEffect(() => void send(...(form.current?.querySelectorAll('input') ?? [])), []);
  const removePaper = (paper: string) =>
    remove(() => call('POST /api/orders/remove-paper', { body: { order: secret, paper_uid: paper } }), 'הקובץ הוסר');

  return (
    <div className="grid gap-4">
      {open.length > 0 && (
        <ul className="grid gap-2">
          {open.map(({ id, name, type }, index) => (
            <li key={id} className="flex items-center gap-3 rounded-md bg-ground p-2">
              <a
                href={`/api/orders/papers/${id}?${new URLSearchParams({ order: secret })}`}
                target="_blank"
                rel="noreferrer"
                className="flex min-w-0 flex-1 items-center gap-3 underline"
              >
                {type === 'image/webp' ? (
                  <img
                    src={`/api/orders/papers/${id}?${new URLSearchParams({ order: secret })}`}
                    alt=""
                    width={64}
                    height={48}
                    className="h-12 w-16 shrink-0 rounded-sm bg-ground-3 object-cover"
                  />
                ) : (
                  <span className="grid h-12 w-16 shrink-0 place-items-center rounded-sm bg-ground-3">
                    <FileText aria-hidden className="size-6" />
                  </span>
                )}
                <bdi className="truncate">{name}</bdi>
              </a>
              {sending && (
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => void removePaper(id)}
                  aria-label={`הסרת קובץ ${index + 1}, ${title}`}
                  className="grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-ground-3"
                >
                  <X aria-hidden className="size-5" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <LockedPapers task={task} number={number} />
      {state === 'refused' && papers.length > 0 && <p>מה ששלחתם נשאר. הוסיפו את מה שחסר, והסירו את מה שצריך להחליף.</p>}
      {sending && room > 0 && (
        <div ref={form} className="grid gap-2 sm:flex sm:flex-wrap noscript:hidden">
          <label
            className={classNames(
              pick,
              // A desk has no camera to hold a licence to.
              'lg:hidden',
              buttonLook({ variant: state === 'sent' ? 'secondary' : 'primary' }),
            )}
          >
            <Camera aria-hidden className="size-5" /> {busy ? 'שולחים…' : 'צילום'}
            <span className="sr-only">: {title}</span>
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              disabled={busy}
              onChange={(event) => void send(event.target)}
              className="sr-only"
            />
          </label>
          <label className={classNames(pick, buttonLook({ variant: 'secondary' }))}>
            <Paperclip aria-hidden className="size-5" /> בחירת קבצים
            <span className="sr-only">: {title}</span>
            <input
              type="file"
              multiple
              accept={paperTypes.join(',')}
              disabled={busy}
              onChange={(event) => void send(event.target)}
              className="sr-only"
            />
          </label>
        </div>
      )}
      {sending && (
        <p className="text-sm text-ink-3">
          <span className="noscript:hidden">
            עד {TASK_PAPERS} תמונות או קובצי PDF, כל אחד עד <bdi dir="ltr">{MAX_PAPER_MB}MB</bdi>. רק הצוות שמטפל בהזמנה
            ואתם רואים אותם: חצי שעה במכשיר ששלח, ואחר כך עם קוד שנשלח לטלפון של ההזמנה.
          </span>
          <noscript>כדי לשלוח מכאן צריך להפעיל JavaScript. אפשר גם להביא את המסמכים לסניף.</noscript>
        </p>
      )}
      <p
        ref={result}
        tabIndex={-1}
        role="status"
        className={classNames('whitespace-pre-line outline-none', status.isError ? 'text-danger' : 'text-success')}
      >
        {status.text}
      </p>
    </div>
  );
}

const pick =
  'cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-action-ink has-disabled:opacity-60';

const paperRule = {
  types: paperTypes,
  mostMb: MAX_PAPER_MB,
  wrongType: 'אפשר לשלוח תמונת JPEG,‏ PNG או WebP, או קובץ PDF',
  tooLarge: `הקובץ גדול מדי. אפשר לשלוח עד ${MAX_PAPER_MB}MB`,
};

const addressOf = ({ name }: File, { position, version }: OrderTask, order: string): string =>
  `/api/orders/add-paper?${new URLSearchParams({ order, position: String(position), version, name: name.slice(0, 200) })}`;
