import { Scale, X } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { useToast } from '#ui/toasts.tsx';
import { clearCompared, comparePath, useCompared } from './compared-list.ts';

/**
 * The current comparison, always at hand: on a phone above the bottom bars, also the purchase bar, with room for it at
 * the page's end (`Footer`), where it leaves with the page's head (`compare.css`); on a wider screen a narrow tab in
 * the page's margin. Prices that a bar at the foot has opened take its place.
 */
export default function CompareTray() {
  const compared = useCompared();
  const toast = useToast();
  function clear() {
    toast({ kind: 'info', title: 'ההשוואה נוקתה', action: { label: 'ביטול הניקוי', onPress: clearCompared() } });
    // The pressed button has gone.
    document.querySelector('main')?.focus({ preventScroll: true });
  }
  return (
    <>
      <p role="status" className="sr-only">
        {compared.length > 0 && (compared.length === 1 ? 'דגם אחד להשוואה' : `${compared.length} דגמים להשוואה`)}
      </p>
      {compared.length > 0 && (
        <section
          // Another one is shown anew, also while the page's head is away.
          key={compared.length}
          aria-label="השוואת דגמים"
          data-compare-tray
          className="compare-tray max-lg:in-[body:has(#configured-price)]:hidden fixed start-4 bottom-20 z-30 flex items-center rounded-full bg-ground ps-1.5 shadow-floating transition-[bottom,scale] max-md:in-[body:has([data-sticky-bar=foot]:not([inert]),[data-configuring])]:bottom-34 md:start-0 md:bottom-24 md:w-11 md:flex-col xl:w-[clamp(2.75rem,3.5vw,3.25rem)] md:rounded-s-none md:rounded-e-xl md:ps-0"
        >
          <Link
            to={comparePath(compared)}
            className="flex min-h-12 items-center gap-2 rounded-full ps-3 pe-1 font-semibold md:flex-col md:gap-1 md:rounded-e-xl md:px-0 md:pt-2.5 md:text-center md:text-xs"
          >
            <Scale aria-hidden className="size-5" />
            <span>
              <span className="md:max-xl:sr-only">השוואה</span> <span className="tabular">({compared.length})</span>
            </span>
            <span aria-hidden className="hidden flex-col gap-1 xl:flex">
              {compared.map(({ slug, image }) => (
                <span key={slug} className="grid h-9 w-11 place-items-center">
                  {image && (
                    <Picture image={{ image_url: image }} alt="" sizes="44px" className="w-10 object-contain" />
                  )}
                </span>
              ))}
            </span>
          </Link>
          <IconButton label="ניקוי ההשוואה" onClick={clear}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </section>
      )}
    </>
  );
}
