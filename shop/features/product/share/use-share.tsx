import { type ReactNode, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useToast } from '#ui/toasts.tsx';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

type Share = {
  share: (url: string, text?: string) => Promise<void>;
  /** A dialog with the link to copy; must be rendered. */
  dialog: ReactNode;
};

/** Shares by the system's sheet, else by the clipboard, else by showing the link. */
export function useShare(name: string, copied = 'הקישור הועתק'): Share {
  const toast = useToast();
  const [link, setLink] = useState<string | null>(null);
  const [open, setOpen] = useState(false);

  async function share(url: string, text?: string): Promise<void> {
    try {
      if (navigator.share) return await navigator.share({ title: name, text, url });
    } catch (error) {
      // Closing the system's sheet isn't a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await navigator.clipboard.writeText(url);
      toast({ kind: 'success', title: copied });
    } catch {
      // Pages without TLS have no clipboard, and a browser may refuse it.
      setLink(url);
      setOpen(true);
    }
  }
  const dialog = link && <ShareDialog name={name} url={link} open={open} onClose={() => setOpen(false)} />;
  return { share, dialog };
}
