import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { isWhole } from './is-whole.ts';
import { cleanSvg } from './svg.ts';

/** A picture (or a film, without its size) as stored: `media` is the content's hash with the extension. */
export type Picture = { media: string; width: number; height: number };

/** Facts on a file; valid as long as its size and time are unchanged. */
export type PictureCache = Record<
  string,
  [mtimeMs: number, size: number, media: string, width: number, height: number]
>;

const maxBytes = 40 * 1024 * 1024;
export const MAX_FILM_BYTES = 100 * 1024 * 1024;
const extensions: Record<string, string> = {
  heif: 'avif',
  avif: 'avif',
  webp: 'webp',
  jpeg: 'jpg',
  png: 'png',
  svg: 'svg',
};

/** The bytes stored for a file: SVG cleaned, all else unchanged. */
export async function pictureBytes(root: string, path: string): Promise<Buffer> {
  const bytes = await readFile(join(root, path));
  return path.toLowerCase().endsWith('.svg') ? Buffer.from(cleanSvg(bytes.toString('utf8'))) : bytes;
}

export const mediaName = (bytes: Buffer, extension: string): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`;

/** Size and name of a picture of the folder, or the reason why it is invalid. */
export async function probePicture(root: string, path: string, cache: PictureCache): Promise<Picture | string> {
  if (path.split('/').includes('..') || path.startsWith('/')) return 'lies outside the folder';
  const info = await stat(join(root, path)).catch(() => null);
  if (!info?.isFile()) return 'there is no such picture';
  const [most, what] = isFilm(path) ? [MAX_FILM_BYTES, 'film'] : [maxBytes, 'picture'];
  if (info.size > most) return `has ${Math.ceil(info.size / 2 ** 20)} MB; a ${what} may have ${most / 2 ** 20} MB`;
  const key = join(root, path);
  const cached = cache[key];
  if (cached && cached[0] === info.mtimeMs && cached[1] === info.size)
    return { media: cached[2], width: cached[3], height: cached[4] };

  const bytes = await pictureBytes(root, path);
  const picture = isFilm(path) ? probeFilm(bytes) : await probeStill(bytes);
  if (typeof picture === 'string') return picture;
  cache[key] = [info.mtimeMs, info.size, picture.media, picture.width, picture.height];
  return picture;
}

export const isFilm = (path: string): boolean => path.toLowerCase().endsWith('.mp4');

/**
 * Brands (ISO/IEC 14496-12 §4.3) of files that every browser plays; QuickTime's `qt  ` and pictures (`avif`, `heic`)
 * have others.
 */
const BRANDS = ['isom', 'mp41', 'mp42', 'avc1'];

export function probeFilm(bytes: Buffer): Picture | string {
  const size = bytes.length < 16 ? 0 : bytes.readUInt32BE(0);
  // Major brand, a version, compatible brands.
  const brands = bytes.toString('latin1', 8, Math.min(size, 256)).match(/.{4}/gs) ?? [];
  if (bytes.toString('latin1', 4, 8) !== 'ftyp' || !brands.some((brand) => BRANDS.includes(brand)))
    return 'is not an MP4 film';
  if (!isWhole(bytes, 'mp4')) return 'is not a whole film: its end is missing';
  if (!hasVideo(bytes)) return 'is an MP4 file without a film';
  return { media: mediaName(bytes, 'mp4'), width: 0, height: 0 };
}

/** Whether a track's handler (ISO/IEC 14496-12 §8.4.3) is for video: songs are MP4 files, too. */
function hasVideo(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4))
    if (bytes.toString('latin1', at + 12, at + 16) === 'vide') return true;
  return false;
}

/** Of the bytes as they are stored. */
export async function probeStill(bytes: Buffer): Promise<Picture | string> {
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  const extension = extensions[metadata?.format ?? ''];
  if (!metadata?.width || !metadata.height || !extension) return 'is not a picture (AVIF, WebP, JPEG, PNG or SVG)';
  if (!isWhole(bytes, metadata.format)) return 'is not a whole picture: its end is missing';
  const turned = (metadata.orientation ?? 1) >= 5;
  const [width, height] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
  return { media: mediaName(bytes, extension), width, height };
}

/** The cache only saves time: a lost or damaged one is started anew. */
export async function readPictureCache(file: string): Promise<PictureCache> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PictureCache;
  } catch {
    return {};
  }
}

export async function writePictureCache(file: string, cache: PictureCache): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(cache));
  await rename(unfinished, file);
}
