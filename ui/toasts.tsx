import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRevalidator } from 'react-router';
import { IconButton } from './button.tsx';
import { classNames } from './hooks/class-names.ts';
import { LOST_SUBMISSION, NO_ANSWER, useShownPage } from './lost-submission.ts';

export type Toast = {
  kind?: 'success' | 'danger' | 'info';
  title: string;
  text?: string;
  /** Error code; small, after the message. */
  code?: string;
  /** What it is about, such as the id of a line: two with the same words are then two messages. */
  about?: string;
  action?: { label: string; onPress: () => void };
};
type Shown = Toast & { id: number };

/** Milliseconds. */
const DURATION = 4_000;
/** Of one that offers something to press: people who use a keyboard or a screen reader need time to get there. */
const DURATION_WITH_ACTION = 12_000;

const ShowToast = createContext<(toast: Toast) => () => void>(() => () => {});

/**
 * Shows a message for four seconds (twelve, where it offers something to press), or as long as it is hovered or
 * focused.
 * @returns a function that removes it earlier
 */
export const useToast = (): ((toast: Toast) => () => void) => useContext(ShowToast);

const looks = {
  success: { icon: CircleCheck, className: 'text-success' },
  danger: { icon: CircleAlert, className: 'text-danger' },
  info: { icon: Info, className: 'text-ink-2' },
};

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const nextId = useRef(1);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => {
      const id = nextId.current++;
      // One that says the same takes the place of the first, and is read out again; what it offers to press may be
      // about something else.
      const isOther = ({ title, text, about }: Toast) =>
        title !== toast.title || text !== toast.text || about !== toast.about || toast.action;
      // Each error of a calculation is shown, however many they are; of other messages, the newest.
      setToasts((shown) => [
        ...shown.filter((one, index) => isOther(one) && (one.code || index > shown.length - 4)),
        { ...toast, id },
      ]);
      setDialog([...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null);
      return () => close(id);
    },
    [close],
  );
  useShownPage();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Pages that ask again and again have one message at a time.
    let last = () => {};
    const tell = ({ detail: isRead }: CustomEventInit) => {
      last();
      last = show(
        isRead
          ? { title: 'הדף לא התרענן, וייתכן שאינו עדכני', action: { label: 'לנסות שוב', onPress: revalidate } }
          : { kind: 'danger', title: NO_ANSWER },
      );
    };
    window.addEventListener(LOST_SUBMISSION, tell);
    return () => window.removeEventListener(LOST_SUBMISSION, tell);
  }, [show, revalidate]);
  useEffect(() => {
    if (!dialog) return;
    const leave = () => setDialog(null);
    dialog.addEventListener('close', leave);
    return () => dialog.removeEventListener('close', leave);
  }, [dialog]);
  const boxes = (which: (toast: Toast) => boolean) =>
    toasts.filter(which).map((toast) => <ToastBox key={toast.id} toast={toast} onClose={close} />);
  // Everything outside an open modal dialog is inert and below it, so toasts render inside the dialog.
  const list = (
    <section aria-label="הודעות" className={classNames('toast-list', dialog && 'top-2')}>
      {/* One live region per message: a nested one would be read twice. */}
      <div role="status" className="contents">
        {boxes(({ kind }) => kind !== 'danger')}
      </div>
      {boxes(({ kind }) => kind === 'danger')}
    </section>
  );
  return (
    <ShowToast value={show}>
      {children}
      {dialog ? createPortal(list, dialog) : list}
    </ShowToast>
  );
}

function ToastBox({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  const duration = toast.action ? DURATION_WITH_ACTION : DURATION;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onClose(toast.id), duration);
    return () => clearTimeout(timer);
  }, [isPaused, duration, onClose, toast.id]);
  const { icon: Icon, className } = looks[toast.kind ?? 'info'];
  const hold = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  };
  return (
    <div
      role={toast.kind === 'danger' ? 'alert' : undefined}
      {...hold}
      className="toast pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-lg bg-ground py-2 ps-4 pe-2 shadow-floating"
    >
      <Icon aria-hidden className={classNames('mt-2.5 size-5 shrink-0', className)} />
      <div className="min-w-0 grow py-2">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm text-ink-2">{toast.text}</p>}
        {toast.code && (
          <p className="text-xs text-ink-3">
            <bdi dir="ltr">{toast.code}</bdi>
          </p>
        )}
        {toast.action && (
          <button
            type="button"
            className="mt-1 min-h-6 text-sm font-semibold text-action-ink underline"
            onClick={() => {
              toast.action?.onPress();
              onClose(toast.id);
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label="סגירת ההודעה" onClick={() => onClose(toast.id)}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
