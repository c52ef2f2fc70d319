import { Package } from 'lucide-react';
import type { Image } from '#contract/common.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';

type Props = {
  item: { image_url: string | null; main_image?: Image | null };
  sizes: string;
  /** On grey, where calm ground is white. */
  onGrey?: boolean;
  className?: string;
};

/** A line's picture on calm ground. Its name stands beside it, so that it says nothing itself. */
export function LinePicture({ item, sizes, onGrey = false, className }: Props) {
  const image = item.main_image ?? (item.image_url ? { image_url: item.image_url } : null);
  return (
    <span
      className={classNames(
        'grid aspect-[4/3] shrink-0 place-items-center overflow-hidden rounded-md',
        onGrey ? 'bg-ground' : 'bg-ground-2',
        className,
      )}
    >
      {image ? (
        <Picture cut image={image} sizes={sizes} alt="" className="size-full object-contain p-1" />
      ) : (
        <Package aria-hidden className="size-6 text-ink-3" />
      )}
    </span>
  );
}
