const FOLDER = '/media/';

/** URL path of a stored file on its store's host; URLs stay as they are. */
export const mediaPath = <T extends string | null>(media: T): T =>
  media && !media.startsWith(FOLDER) ? (`${FOLDER}${media}` as T) : media;

/** Name of the stored file behind a URL; names stay as they are. */
export const mediaName = (url: string): string => (url.startsWith(FOLDER) ? url.slice(FOLDER.length) : url);

/** Widths of pictures that pages request; any other is refused, so that visitors can't fill the disk. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1080, 1600];
