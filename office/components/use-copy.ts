import { type RefObject, useRef } from 'react';
import { useToast } from '#ui/toasts.tsx';

/**
 * Copies. Pages without TLS have no clipboard, and a browser may refuse it: then what shows the text is selected, for
 * the keyboard.
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown instanceof HTMLInputElement) shown.focus();
    else if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}

type Copy<T> = {
  /** Of the element that shows the text; a field selects it on focus. */
  shown: RefObject<T | null>;
  copy: (text: string) => Promise<void>;
};

/** Copies, and says how that went. */
export function useCopy<T extends HTMLElement>(copied: string): Copy<T> {
  const toast = useToast();
  const shown = useRef<T>(null);
  const copy = async (text: string) => {
    if (await copyText(text, shown.current)) toast({ kind: 'success', title: copied });
    else toast({ kind: 'danger', title: 'לא הועתק', text: 'הטקסט מסומן: אפשר להעתיק אותו במקלדת או בלחיצה ימנית' });
  };
  return { shown, copy };
}
