import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { isMediaName } from '#domain/text/media-name.ts';
import type { Storage } from './storage.ts';

const AVIF = { quality: 55, effort: 2 } as const;

export type PictureSize = { name: string; width: number; format: 'avif' | 'webp' };

/** Whether it has sizes: drawings need none, and films are no pictures. */
export const hasSizes = (name: string): boolean => isMediaName(name) && !/\.(?:svg|mp4)$/.test(name);

/**
 * Name under which a size is stored beside its original. It is no media name: anybody can compute it, and a size that
 * could be asked for as the source of another size would fill the disk without an end.
 */
export const keptSizeName = ({ name, width, format }: PictureSize): string =>
  `${createHash('sha256').update(`${name}/${width}/${format}/1`).digest('hex').slice(0, 32)}.size.${format}`;

/** The picture at a width, from storage or made now and stored; `null` where there is no such picture. */
export async function sizedPicture(storage: Storage, size: PictureSize): Promise<Buffer | null> {
  const key = keptSizeName(size);
  const stored = await storage.read(key);
  if (stored) return stored;
  const original = isMediaName(size.name) ? await storage.read(size.name) : null;
  if (!original) return null;
  const { width, format } = size;
  const picture = sharp(original, { limitInputPixels: 50_000_000 }).resize({ width, withoutEnlargement: true });
  const bytes = await (format === 'avif' ? picture.avif(AVIF) : picture.webp({ quality: 80 })).toBuffer();
  // Without disk space the picture is still served, and made again the next time.
  await storage.put(key, bytes).catch(() => {});
  return bytes;
}
