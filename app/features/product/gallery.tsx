import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/common.ts';
import { IconButton } from '~/ui/button.tsx';
import { classNames } from '~/ui/class-names.ts';
import { Picture } from '~/ui/picture.tsx';

const SIZES = '(min-width: 1024px) 62vw, 100vw';

/** Pictures side by side in a row that snaps: swiped on a phone, walked by arrows and thumbnails elsewhere. */
export function Gallery({ images, name }: { images: Image[]; name: string }) {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const first = images[0]?.image_url;

  // Another colour starts at its first picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first picture stands for the set
  useEffect(() => {
    // lint-allow physical-side: the scroll call of browsers has no logical form
    row.current?.scrollTo({ left: 0 });
    setShown(0);
  }, [first]);

  /** Right to left, the row scrolls to negative offsets. */
  // lint-allow physical-side: the scroll call of browsers has no logical form
  const show = (index: number) => row.current?.scrollTo({ left: -index * row.current.clientWidth, behavior: 'smooth' });
  const onScroll = () =>
    row.current && setShown(Math.round(Math.abs(row.current.scrollLeft) / row.current.clientWidth));
  const many = images.length > 1;

  return (
    <section aria-label={`תמונות של ${name}`} className="relative">
      {/* In the tab order, for a scrolling row must be reachable by keyboard. */}
      <div
        ref={row}
        tabIndex={many ? 0 : undefined}
        role="group"
        aria-label="גלריה"
        onScroll={onScroll}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto"
      >
        {images.map((image, index) => (
          <div
            key={image.image_url}
            className="grid aspect-4/3 w-full shrink-0 snap-center place-items-center p-2 lg:max-h-[74vh]"
          >
            <Picture
              image={image}
              alt={image.alt || `${name}, תמונה ${index + 1} מתוך ${images.length}`}
              sizes={SIZES}
              priority={index === 0}
              moving={index === 0}
              className="color-swap h-full w-full object-contain"
            />
          </div>
        ))}
      </div>
      {many && (
        <>
          <div className="pointer-events-none absolute inset-x-2 top-1/2 hidden -translate-y-1/2 justify-between lg:flex">
            <IconButton
              label="התמונה הקודמת"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
              className="pointer-events-auto bg-ground shadow-raised"
            >
              <ChevronRight aria-hidden />
            </IconButton>
            <IconButton
              label="התמונה הבאה"
              disabled={shown === images.length - 1}
              onClick={() => show(shown + 1)}
              className="pointer-events-auto bg-ground shadow-raised"
            >
              <ChevronLeft aria-hidden />
            </IconButton>
          </div>
          <Thumbnails images={images} shown={shown} onShow={show} />
        </>
      )}
    </section>
  );
}

function Thumbnails({ images, shown, onShow }: { images: Image[]; shown: number; onShow: (index: number) => void }) {
  return (
    <ul className="no-scrollbar flex justify-start gap-2 overflow-x-auto p-2 lg:justify-center">
      {images.map((image, index) => (
        <li key={image.image_url}>
          <button
            type="button"
            aria-label={`תמונה ${index + 1}`}
            aria-current={index === shown || undefined}
            onClick={() => onShow(index)}
            className={classNames(
              'grid h-14 w-18 place-items-center rounded-sm bg-ground p-1',
              index === shown ? 'shadow-[inset_0_0_0_2px_var(--ink)]' : 'opacity-75 hover:opacity-100',
            )}
          >
            <Picture image={image} alt="" sizes="72px" className="max-h-full object-contain" />
          </button>
        </li>
      ))}
    </ul>
  );
}
