import { MessageCircle } from 'lucide-react';
import { LEAD_BANNER_ID } from '../contact/lead-banner.tsx';

/** Floats over the page and scrolls to the lead banner, where it puts the focus. */
export function LeaveDetails() {
  function scroll() {
    const banner = document.getElementById(LEAD_BANNER_ID);
    banner?.scrollIntoView({ behavior: 'smooth', block: 'center' });
    banner?.querySelector<HTMLInputElement>('input[name="name"]')?.focus({ preventScroll: true });
  }
  return (
    <button
      type="button"
      onClick={scroll}
      className="fixed end-4 bottom-20 z-30 inline-flex min-h-12 items-center gap-2 rounded-full bg-action px-5 font-semibold text-on-action shadow-floating hover:bg-action-hover md:bottom-6"
    >
      <MessageCircle aria-hidden className="size-5" />
      השארת פרטים
    </button>
  );
}
