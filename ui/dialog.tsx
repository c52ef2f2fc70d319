import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** From which edge it comes; `center` is a box in the middle, on a phone a sheet as `bottom` is. */
  from?: 'start' | 'end' | 'center' | 'bottom';
  /** Tailwind classes of the width. */
  width?: string;
  footer?: ReactNode;
  children: ReactNode;
};

/** As `ref`: what has the focus when the dialog opens. React leaves the attribute out, and the dialog asks for it. */
export const opensHere = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

/** A press that begins and ends beside the dialog closes it; one that only ends there has selected text in it. */
export function usePressBeside(onClose: () => void) {
  const began = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: SyntheticEvent) => {
      began.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (began.current && target === currentTarget) onClose();
    },
  };
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest inert, closes on Escape and gives the focus
 * back to what opened it. No `header` or `footer` in it: where it stands within the page's header they would be landmarks in one.
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
  // What a dialog was called stands until it is out of sight.
  const [shownTitle, setShownTitle] = useState(title);
  if (open && shownTitle !== title) setShownTitle(title);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={`opening bg-ground text-ink shadow-floating backdrop:bg-black/50 dialog-${from} ${width}`}
      onClose={onClose}
      {...usePressBeside(onClose)}
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
