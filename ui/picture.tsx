import type { CSSProperties } from 'react';
import { mediaName, mediaPath, PICTURE_WIDTHS } from '#domain/catalogue/media-path.ts';

export const mediaUrl = (media: string, width?: number): string =>
  `${mediaPath(media)}${width && !media.endsWith('.svg') ? `/${width}` : ''}`;

const srcSet = (media: string, limit: number): string | undefined =>
  media.endsWith('.svg')
    ? undefined
    : PICTURE_WIDTHS.filter((width) => width <= limit)
        .map((width) => `${mediaUrl(media, width)} ${width}w`)
        .join(', ');

type Props = {
  image: { image_url: string; alt?: string; width?: number; height?: number; focus?: Focus | undefined };
  /** Displayed width, for the `sizes` attribute. */
  sizes: string;
  alt?: string;
  className?: string;
  /** The page's largest picture: loaded eagerly. All others load when they come near. */
  priority?: boolean;
  /** The same picture on the next page has it too, for a view transition. */
  moving?: boolean;
  /** Where it has a focus point, it fills its frame and is cut around that point. */
  cut?: boolean;
};
/** Percent from the left and upper edge of the picture itself. */
type Focus = { x: number; y: number };

export function Picture({ image, sizes, alt, className, priority = false, moving = false, cut = false }: Props) {
  const style: CSSProperties = {
    ...(moving && { viewTransitionName: `picture-${mediaName(image.image_url).split('.')[0]}` }),
    ...(cut && image.focus && { objectFit: 'cover', objectPosition: `${image.focus.x}% ${image.focus.y}%` }),
  };
  return (
    <img
      src={mediaUrl(image.image_url, 800)}
      srcSet={srcSet(image.image_url, image.width ?? 1600)}
      sizes={sizes}
      alt={alt ?? image.alt ?? ''}
      width={image.width ?? 1600}
      height={image.height ?? 1200}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
      className={className}
      style={style}
    />
  );
}
