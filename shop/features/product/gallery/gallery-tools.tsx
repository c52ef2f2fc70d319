import { ChevronLeft, ChevronRight, Rotate3d } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/common.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { prefetchOnIntent } from '#ui/hooks/load-chunk.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Picture } from '#ui/picture.tsx';

const loadSpin = () => import('./spin-dialog.tsx');
const prefetch = prefetchOnIntent(loadSpin);
const SpinDialog = lazyPart(loadSpin);

type Props = {
  /** Of the pictures. */
  row: RefObject<HTMLElement | null>;
  images: Image[];
  spin: Image[];
  name: string;
  shown: number;
  onShow: (index: number) => void;
};

/** Arrows and the link to the 360° view over a 4:3 picture, the thumbnails below it, and keys. */
export default function GalleryTools({ row, images, spin, name, shown, onShow }: Props) {
  const [turning, setTurning] = useState<boolean | null>(null);
  const many = images.length > 1;
  useArrowKeys({ row, shown, onShow });
  // Another colour starts at its first picture.
  const first = images[0]?.image_url;
  const color = useRef(first);
  useEffect(() => {
    if (color.current === first) return;
    color.current = first;
    // lint-allow physical-side: the scroll call of browsers has no logical form
    row.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [row, first]);
  return (
    <>
      {many && <Arrows shown={shown} last={images.length - 1} onShow={onShow} />}
      <div className="gallery-views flex items-center gap-3 ps-[calc(var(--page-margin)-0.25rem)] pt-1 md:justify-center md:px-2">
        {spin.length > 1 && (
          <button
            type="button"
            {...prefetch}
            onClick={() => setTurning(true)}
            className="grid min-h-20 shrink-0 content-center justify-items-center gap-1 rounded-md bg-ground px-4 text-sm font-semibold hover:bg-ground-3 noscript:hidden"
          >
            <Rotate3d aria-hidden strokeWidth={1.5} className="size-7" />
            <span>
              סיבוב <bdi>360°</bdi>
            </span>
          </button>
        )}
        {many && <Thumbnails images={images} shown={shown} onShow={onShow} />}
      </div>
      {turning !== null && <SpinDialog open={turning} onClose={() => setTurning(false)} frames={spin} name={name} />}
    </>
  );
}

/** Another picture by keys; the focus goes along with it. */
function useArrowKeys({ row, shown, onShow }: Pick<Props, 'row' | 'shown' | 'onShow'>): void {
  useEffect(() => {
    const pictures = row.current;
    const press = (event: KeyboardEvent) => {
      const step = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = pictures?.children[shown + step];
      if (!(next instanceof HTMLElement)) return;
      onShow(shown + step);
      next.focus({ preventScroll: true });
    };
    pictures?.addEventListener('keydown', press);
    return () => pictures?.removeEventListener('keydown', press);
  });
}

function Arrows({ shown, last, onShow }: { shown: number; last: number; onShow: (index: number) => void }) {
  const look = 'pointer-events-auto bg-ground shadow-raised';
  return (
    <div className="gallery-arrows pointer-events-none absolute inset-x-0 top-0 hidden aspect-4/3 w-full max-h-[max(20rem,100vh-16rem)] items-center justify-between lg:flex noscript:hidden">
      <IconButton label="התמונה הקודמת" disabled={shown === 0} onClick={() => onShow(shown - 1)} className={look}>
        <ChevronRight aria-hidden />
      </IconButton>
      <IconButton label="התמונה הבאה" disabled={shown === last} onClick={() => onShow(shown + 1)} className={look}>
        <ChevronLeft aria-hidden />
      </IconButton>
    </div>
  );
}

/** Descriptions of views, for shoppers who can't turn the vehicle. */
const views: Record<string, string> = {
  hero: 'מבט כללי',
  side: 'מהצד',
  front: 'מלפנים',
  rear: 'מאחור',
  top: 'מלמעלה',
};
const viewName = (view: string): string | undefined =>
  view.startsWith('detail-') ? `תקריב ${view.slice(7)}` : views[view];

function Thumbnails({ images, shown, onShow }: { images: Image[]; shown: number; onShow: (index: number) => void }) {
  return (
    <ul className="no-scrollbar flex min-w-0 gap-1 overflow-x-auto py-2 pe-(--page-margin) md:pe-0">
      {images.map((image, index) => (
        <li key={image.image_url} className="shrink-0">
          <button
            type="button"
            aria-label={[`תמונה ${index + 1}`, viewName(image.view)].filter(Boolean).join(', ')}
            aria-current={index === shown || undefined}
            onClick={() => onShow(index)}
            className={classNames(
              'grid justify-items-center gap-1 rounded-sm px-1 py-1 text-xs -outline-offset-2',
              index === shown ? 'font-semibold text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            <span
              className={classNames(
                'grid h-[54px] w-[72px] place-items-center overflow-hidden rounded-sm bg-ground',
                index === shown && 'outline-2 -outline-offset-2 outline-ink',
              )}
            >
              <Picture
                cut
                image={image}
                alt=""
                sizes="72px"
                className={image.view.startsWith('detail-') ? 'size-full object-cover' : 'size-full object-contain p-1'}
              />
            </span>
            <span className="gallery-view">{viewName(image.view)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
