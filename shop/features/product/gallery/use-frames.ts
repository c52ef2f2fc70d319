import { useCallback, useEffect, useState } from 'react';
import type { Image } from '#contract/common.ts';
import { mediaUrl } from '#ui/picture.tsx';
import { loadingOrder } from './spin.ts';

/** Frames keep their size, unless they are far larger than any screen shows them. */
const LARGEST = 1080;

export type Frames = {
  /** By index; `null` while loading or failed. */
  images: (HTMLImageElement | null)[];
  settled: number;
  failed: number;
  retry: () => void;
};

/** Loads the frames of a 360° view, six in parallel. */
export function useFrames(frames: Image[]): Frames {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Frames, 'retry'>>(() => none(frames));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    let unmounted = false;
    const loaded = none(frames);
    setState(loaded);
    const queue = loadingOrder(frames.length);
    async function worker(): Promise<void> {
      for (let at = queue.shift(); at !== undefined && !unmounted; at = queue.shift()) {
        const image = await load(frames[at] as Image);
        loaded.images[at] = image;
        loaded.settled += 1;
        if (!image) loaded.failed += 1;
        if (!unmounted) setState({ ...loaded, images: [...loaded.images] });
      }
    }
    for (let i = 0; i < 6; i++) void worker();
    return () => {
      unmounted = true;
    };
  }, [frames, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}

const none = (frames: Image[]) => ({ images: frames.map(() => null) as Frames['images'], settled: 0, failed: 0 });

async function load({ image_url, width }: Image): Promise<HTMLImageElement | null> {
  const image = document.createElement('img');
  image.src = mediaUrl(image_url, width > LARGEST ? LARGEST : undefined);
  return image.decode().then(
    () => image,
    () => null,
  );
}
