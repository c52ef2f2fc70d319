import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { isMediaName, type Storage } from './storage.ts';

/** Widths that pages ask for (`ui/picture.tsx`); any other is refused, so that nobody can make the server fill its disk. */
export const WIDTHS = [160, 320, 480, 640, 800, 1080, 1600];
const AVIF = { quality: 55, effort: 2 } as const;

export type PictureSize = { name: string; width: number; format: 'avif' | 'webp' };

/** Whether there are sizes of it at all: drawings have none, and films are no pictures. */
export const hasSizes = (name: string): boolean => isMediaName(name) && !/\.(?:svg|mp4)$/.test(name);

/** Under what a size is kept beside its original. */
export const keptSizeName = ({ name, width, format }: PictureSize): string =>
  `${createHash('sha256').update(`${name}/${width}/${format}/1`).digest('hex').slice(0, 32)}.${format}`;

/** The picture at a width, from storage or made now and kept; `null` where there is no such picture. */
export async function sizedPicture(storage: Storage, size: PictureSize): Promise<Buffer | null> {
  const key = keptSizeName(size);
  const kept = await storage.read(key);
  if (kept) return kept;
  const original = isMediaName(size.name) ? await storage.read(size.name) : null;
  if (!original) return null;
  const { width, format } = size;
  const picture = sharp(original, { limitInputPixels: 50_000_000 }).resize({ width, withoutEnlargement: true });
  const bytes = await (format === 'avif' ? picture.avif(AVIF) : picture.webp({ quality: 80 })).toBuffer();
  // Without room to keep it, it is shown all the same, and made again the next time.
  await storage.put(key, bytes).catch(() => {});
  return bytes;
}
