import { MessageCircle } from 'lucide-react';
import { goToLeadBanner } from '~/anchors.ts';

/** Floating button that scrolls to the lead banner and focuses it. */
export function LeaveDetails() {
  return (
    <button
      type="button"
      onClick={goToLeadBanner}
      className="fixed end-4 bottom-20 z-30 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-action lg:px-5 font-semibold text-on-action shadow-floating hover:bg-action-hover md:bottom-6"
    >
      <MessageCircle aria-hidden className="size-5" />
      {/* On narrow screens the text would cover content. */}
      <span className="max-lg:sr-only">דברו איתנו</span>
    </button>
  );
}
