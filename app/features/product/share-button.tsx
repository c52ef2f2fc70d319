import { Share2 } from 'lucide-react';
import { IconButton } from '~/ui/button.tsx';
import { useToast } from '~/ui/toasts.tsx';

/** The system's own way of sharing, else the address into the clipboard. The address is the page's, with the chosen variant. */
export default function ShareButton({ name, text, className }: { name: string; text: string; className?: string }) {
  const toast = useToast();
  async function share(): Promise<void> {
    const url = location.href;
    try {
      if (navigator.share) await navigator.share({ title: name, text, url });
      else {
        await navigator.clipboard.writeText(url);
        toast({ kind: 'success', title: 'הקישור הועתק' });
      }
    } catch (error) {
      // Whoever closes the system's sheet has not failed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ kind: 'danger', title: 'לא הצלחנו לשתף', text: 'אפשר להעתיק את הכתובת משורת הכתובת של הדפדפן' });
    }
  }
  return (
    <IconButton label={`שיתוף ${name}`} onClick={share} className={className}>
      <Share2 aria-hidden strokeWidth={1.75} className="size-5.5" />
    </IconButton>
  );
}
