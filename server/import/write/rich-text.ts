import type { ShownPicture } from '../../content/rich-text.ts';
import type { Pictures } from '../pictures/collect.ts';
import { htmlPath } from '../pictures/references.ts';

/** Among the server's widths (`server/http/media/media.ts`): a phone's, and the column's on the densest screens. */
const WIDTHS = [480, 800, 1080, 1600];
/** A text column is at most 70 characters wide; pictures at the top are wider, which `auto` covers in many browsers. */
const SIZES = 'auto, (min-width: 800px) 44rem, 92vw';

/** Attributes of pictures inside a text; `store` for those that a store's texts call `files/…`. */
export const picturesOf =
  ({ pictures }: { pictures: Pick<Pictures, 'byPath'> }, store: string | null) =>
  (path: string): ShownPicture | null => {
    const picture = pictures.byPath.get(htmlPath(store, path));
    if (!picture) return null;
    const { media, width, height } = picture;
    if (media.endsWith('.svg')) return { src: `/media/${media}`, width, height };
    const widths = WIDTHS.filter((one) => one <= Math.max(width, 480));
    const srcset = widths.map((one) => `/media/${media}/${one} ${one}w`).join(', ');
    return { src: `/media/${media}/800`, srcset, sizes: SIZES, width, height };
  };
