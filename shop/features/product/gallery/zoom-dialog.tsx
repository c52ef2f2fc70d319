import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Image } from '#contract/common.ts';
import { IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Picture } from '#ui/picture.tsx';
import { track } from '~/track.ts';
import { useZoom } from './use-zoom.ts';
import { LARGEST } from './zoom.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  images: Image[];
  start: number;
  /** What they are of, or by whom. */
  name: string;
  /** Buyers' photos: of one size each, and nothing to count by a name. */
  own?: boolean;
};

export default function ZoomDialog({ open, onClose, images, start, name, own = false }: Props) {
  useEffect(() => {
    if (open && !own) track('media', { kind: 'picture', name });
  }, [open, name, own]);
  return (
    <Dialog open={open} onClose={onClose} title={`תמונות של ${name}`} from="start" width="w-full [--away:0_1rem]!">
      <Stage {...{ images, start, name, own }} />
    </Dialog>
  );
}

function Stage({ images, start, name, own }: Pick<Props, 'images' | 'start' | 'name' | 'own'>) {
  const [at, setAt] = useState(start);
  const zoom = useZoom((by) => step(by));
  const image = images[at];
  const percent = Math.round(zoom.view.scale * 100);

  function step(by: 1 | -1): void {
    if (!images[at + by]) return;
    setAt(at + by);
    zoom.reset();
  }
  if (!image) return null;
  const alt = image.alt || `${name}, תמונה ${at + 1} מתוך ${images.length}`;
  const look = 'color-swap pointer-events-none size-full! object-contain';
  return (
    <div className="grid h-full grid-rows-[minmax(12rem,1fr)_auto] gap-2 bg-ground-2 pb-4">
      <div
        {...zoom.stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys enlarge and move the picture
        tabIndex={0}
        aria-label="התמונה. אנטר מגדיל, מקשי החצים מזיזים"
        className={`touch-none overflow-hidden -outline-offset-4 select-none ${zoom.view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div
          className="size-full"
          style={{ transform: `translate(${zoom.view.x}px, ${zoom.view.y}px) scale(${zoom.view.scale})` }}
        >
          {own ? (
            <img key={image.image_url} src={image.image_url} alt={alt} className={look} />
          ) : (
            <Picture key={image.image_url} image={image} sizes="160vw" alt={alt} className={look} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-center px-2 sm:gap-2">
        <IconButton label="התמונה הקודמת" disabled={at === 0} onClick={() => step(-1)}>
          <ChevronRight aria-hidden />
        </IconButton>
        <p role="status" className="tabular min-w-24 text-center sm:min-w-28 text-sm text-ink-2">
          <bdi>
            {at + 1} / {images.length}
          </bdi>
          {' · '}
          <bdi>{percent}%</bdi>
        </p>
        <IconButton label="התמונה הבאה" disabled={at === images.length - 1} onClick={() => step(1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <span aria-hidden className="mx-1 h-6 w-px sm:mx-2 bg-line" />
        <IconButton label="הקטנה" disabled={zoom.view.scale === 1} onClick={() => zoom.zoomTo(zoom.view.scale / 1.5)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton
          label="הגדלה"
          disabled={zoom.view.scale === LARGEST}
          onClick={() => zoom.zoomTo(zoom.view.scale * 1.5)}
        >
          <ZoomIn aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
