import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { useDragAway } from './hooks/use-drag-away.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Edge it opens from; `center` is a box in the middle, on a phone a sheet like `bottom`. */
  from?: 'start' | 'end' | 'center' | 'bottom';
  /** Tailwind classes of the width. */
  width?: string;
  footer?: ReactNode;
  children: ReactNode;
};

/** As `ref`: gets the focus when the dialog opens. React omits `autofocus`, so the dialog looks for this mark. */
export const opensHere = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

/** Closes on a press that begins and ends outside the dialog; one that only ends there has selected text. */
export function usePressBeside(onClose: () => void) {
  const beganBeside = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: SyntheticEvent) => {
      beganBeside.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (beganBeside.current && target === currentTarget) onClose();
    },
  };
}

/**
 * Native modal dialog: traps the focus, makes the rest inert, closes on Escape and returns the focus. No `header` or
 * `footer` inside: within the page's header they would be nested landmarks.
 */
export function Dialog({
  open,
  onClose,
  title,
  from = 'center',
  width = 'w-full sm:w-[30rem]',
  footer,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The title stays until the dialog has disappeared.
  const [shownTitle, setShownTitle] = useState(title);
  if (open && shownTitle !== title) setShownTitle(title);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // Only closing gives the focus back; a dialog that is taken away open leaves it on the body.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={`opening bg-ground text-ink shadow-floating backdrop:bg-black/50 dialog-${from} ${width}`}
      onClose={onClose}
      {...usePressBeside(onClose)}
      {...useDragAway(from, onClose)}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <div className="flex items-center justify-between gap-4 border-b border-line ps-5 pe-3 py-2">
          <h2 id={titleId} className="text-lg font-bold">
            {shownTitle}
          </h2>
          <IconButton label="סגירה" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <div className="grow overflow-y-auto overscroll-contain">{open && children}</div>
        {open && footer && <div className="max-h-[60%] shrink-0 overflow-y-auto border-t border-line">{footer}</div>}
      </div>
    </dialog>
  );
}
