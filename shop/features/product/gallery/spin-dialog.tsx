import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Image } from '#contract/common.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog, opensHere } from '#ui/dialog.tsx';
import { track } from '~/track.ts';
import { degrees, nearestLoaded, sideName } from './spin.ts';
import { useFrames } from './use-frames.ts';
import { useTurning } from './use-turning.ts';

type Props = { open: boolean; onClose: () => void; frames: Image[]; name: string };

export default function SpinDialog({ open, onClose, frames, name }: Props) {
  useEffect(() => {
    if (open) track('media', { kind: 'spin', name });
  }, [open, name]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${name} מכל הצדדים`}
      width="w-full max-w-[64rem] sm:w-[calc(100%-2*var(--page-margin))]"
    >
      <Stage frames={frames} name={name} />
    </Dialog>
  );
}

/** The vehicle on a turntable: dragged, turned by arrow keys, or by two buttons a side at a time. */
function Stage({ frames, name }: { frames: Image[]; name: string }) {
  const { images, settled, failed, retry } = useFrames(frames);
  const { frame, step, handlers } = useTurning(frames.length);
  const canvas = useRef<HTMLCanvasElement>(null);
  const nearest = nearestLoaded(
    frame,
    images.map((image) => image !== null),
  );
  const image = nearest === null ? null : images[nearest];
  const loading = settled < frames.length;
  const isLost = !loading && image === null;
  const side = Math.max(1, Math.round(frames.length / 8));

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !image) return;
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
  }, [image]);

  if (isLost) {
    return (
      <div role="alert" className="grid justify-items-center gap-4 px-6 py-16 text-center">
        <ImageOff aria-hidden className="size-10 text-ink-3" />
        <p className="text-lg font-semibold">לא הצלחנו לטעון את הסיבוב</p>
        <p className="text-ink-2">אפשר לנסות שוב, או לראות את כל הצדדים בתמונות הגלריה.</p>
        <Button onClick={retry}>ניסיון נוסף</Button>
      </div>
    );
  }
  return (
    <div className="grid gap-3 bg-ground-2 pb-4">
      <div
        ref={opensHere}
        role="slider"
        tabIndex={0}
        aria-label={`סיבוב ${name} ב־360 מעלות`}
        aria-valuemin={0}
        aria-valuemax={360}
        aria-valuenow={degrees(frame, frames.length)}
        aria-valuetext={`${sideName(frame, frames.length)}, ${degrees(frame, frames.length)} מעלות`}
        aria-busy={loading}
        data-frame={frame}
        className="relative mx-auto grid aspect-4/3 max-h-[66dvh] w-full max-w-full cursor-grab touch-pan-y place-items-center -outline-offset-4 select-none active:cursor-grabbing"
        {...handlers}
      >
        <canvas
          ref={canvas}
          aria-hidden
          width={Math.min(1080, frames[0]?.width ?? 800)}
          height={Math.min(810, frames[0]?.height ?? 600)}
          className="h-full max-w-full object-contain"
        />
        {loading && (
          <div className="absolute inset-x-0 bottom-2 grid justify-items-center gap-1 text-sm text-ink-2">
            <progress
              aria-label="טעינת התמונות"
              value={settled}
              max={frames.length}
              className="h-1.5 w-40 appearance-none overflow-hidden rounded-full bg-ground-3 [&::-moz-progress-bar]:bg-action-ink [&::-webkit-progress-bar]:bg-ground-3 [&::-webkit-progress-value]:bg-action-ink"
            />
          </div>
        )}
      </div>
      <div className="flex items-center justify-center gap-4 px-4">
        <IconButton label="לצד הקודם" onClick={() => step(-side)} className="bg-ground shadow-raised">
          <ChevronRight aria-hidden />
        </IconButton>
        <p aria-hidden className="min-w-44 text-center">
          <span className="block font-semibold">{sideName(frame, frames.length)}</span>
          <span className="text-sm text-ink-3">גררו כדי לסובב</span>
        </p>
        <IconButton label="לצד הבא" onClick={() => step(side)} className="bg-ground shadow-raised">
          <ChevronLeft aria-hidden />
        </IconButton>
      </div>
      {failed > 0 && !loading && (
        <p className="text-center text-sm text-ink-2">
          חלק מהתמונות לא נטענו.{' '}
          <button type="button" onClick={retry} className="min-h-6 font-semibold text-action-ink underline">
            טעינה חוזרת
          </button>
        </p>
      )}
    </div>
  );
}
