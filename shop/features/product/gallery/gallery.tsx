import { useRef, useState } from 'react';
import type { Image } from '#contract/common.ts';
import { prefetchOnIntent } from '#ui/hooks/load-chunk.ts';
import { lazyPart, lazyPartOf } from '#ui/lazy-part.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { loadHeroParts } from '../load-hero-parts.ts';

/** Controls load after the page's own code, dialogs when they are about to be opened. */
const GalleryTools = lazyPartOf(loadHeroParts, (parts) => parts.GalleryTools);
const loadZoom = () => import('./zoom-dialog.tsx');
const prefetch = prefetchOnIntent(loadZoom);
const ZoomDialog = lazyPart(loadZoom);

type Props = { images: Image[]; spin: Image[]; name: string };

/** Pictures in a row that snaps: swiped on a phone, stepped by arrows and thumbnails elsewhere; pressed to enlarge. */
export function Gallery({ images, spin, name }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [shownIndex, setShownIndex] = useState(0);
  const [zoom, setZoom] = useState<boolean | null>(null);

  /** Right to left, the row scrolls to negative offsets. */
  // lint-allow physical-side: the scroll call of browsers has no logical form
  const show = (index: number) => row.current?.scrollTo({ left: -index * row.current.clientWidth });
  const onScroll = () =>
    row.current && setShownIndex(Math.round(Math.abs(row.current.scrollLeft) / row.current.clientWidth));
  return (
    <section aria-label={`תמונות של ${name}`} className="relative">
      <div
        ref={row}
        onScroll={onScroll}
        role="group"
        aria-label="גלריה"
        data-gallery
        className="no-scrollbar flex motion-safe:scroll-smooth snap-x snap-mandatory overflow-x-auto"
      >
        {images.length === 0 && <NoPicture label={`אין עדיין תמונה של ${name}`} className="gallery-slide shrink-0" />}
        {images.map((image, index) => (
          <button
            type="button"
            key={image.image_url}
            tabIndex={index === shownIndex ? undefined : -1}
            {...prefetch}
            onClick={() => setZoom(true)}
            className="gallery-slide grid shrink-0 snap-center place-items-center"
          >
            <Picture
              image={image}
              alt={`${image.alt || `${name}, תמונה ${index + 1} מתוך ${images.length}`} – הגדלה`}
              sizes="(min-width: 800px) 62vw, 100vw"
              priority={index === 0}
              moving={index === 0}
              className="color-swap h-full w-full object-contain"
            />
          </button>
        ))}
      </div>
      <GalleryTools {...{ row, images, spin, name, shown: shownIndex }} onShow={show} />
      {zoom !== null && (
        <ZoomDialog open={zoom} onClose={() => setZoom(false)} {...{ images, name }} start={shownIndex} />
      )}
    </section>
  );
}
