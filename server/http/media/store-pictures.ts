import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { themeOf } from '#domain/catalogue/theme.ts';
import { isMediaName } from '#domain/text/media-name.ts';
import type { Store } from '../../context.ts';
import type { Storage } from '../../providers/storage/storage.ts';

/** Size of a large preview picture on sites that show shared links. */
const SHARE = { width: 1200, height: 630, strip: 96 };
const GROUND = { r: 244, g: 245, b: 246 };
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

type Tools = { storage: Storage; secret: string };

/**
 * Made once and stored beside the originals, under a name of all inputs that nobody can compute: a picture whose name
 * is known could be asked for as the source of another one, and so on without an end.
 */
async function loadOrMake(
  { storage, secret }: Tools,
  about: string,
  ending: string,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const name = `${createHmac('sha256', secret).update(about).digest('hex').slice(0, 32)}.${ending}`;
  const stored = await storage.read(name);
  if (stored) return stored;
  const picture = await make();
  if (picture) await storage.put(name, picture);
  return picture;
}

/** The store's favicon as PNG, for browsers and home screens without SVG support. */
export function iconOf(tools: Tools, { favicon }: Store, size: number): Promise<Buffer | null> {
  if (!favicon) return Promise.resolve(null);
  return loadOrMake(tools, `icon/${favicon}/${size}/1`, 'png', async () => {
    const original = await tools.storage.read(favicon);
    const fit = { fit: 'contain', background: CLEAR } as const;
    return original && sharp(original, { density: 400 }).resize(size, size, fit).png().toBuffer();
  });
}

const PICTURE = /\.(?:avif|webp|png|jpe?g)$/;
const LONGEST_SIDE = 1_500;

/**
 * A catalogue picture alone, on white, as merchant centres and search engines want it: they refuse logos and frames.
 */
export async function plainPicture(tools: Tools, name: string): Promise<Buffer | null> {
  if (!isMediaName(name) || !PICTURE.test(name)) return null;
  return loadOrMake(tools, `plain/${name}/1`, 'jpg', async () => {
    const original = await tools.storage.read(name);
    if (!original) return null;
    return sharp(original, { limitInputPixels: 50_000_000 })
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
  });
}

/** A catalogue picture for shared links: on calm ground above a strip with the store's logo. */
export async function sharePicture(tools: Tools, store: Store, name: string): Promise<Buffer | null> {
  if (!isMediaName(name) || !PICTURE.test(name)) return null;
  const dark = themeOf(store.theme)['--dark'] ?? 'black';
  return loadOrMake(tools, `share/${name}/${store.logo}/${dark}/1`, 'jpg', async () => {
    const original = await tools.storage.read(name);
    if (!original) return null;
    const { width, height, strip } = SHARE;
    const input = sharp(original, { limitInputPixels: 50_000_000 });
    const { hasAlpha } = await input.metadata();
    const room = { width, height: height - strip };
    const picture = await input
      .resize(
        hasAlpha
          ? { width: room.width - 80, height: room.height - 40, fit: 'contain', background: CLEAR }
          : { ...room, fit: 'cover' },
      )
      .png()
      .toBuffer();
    const logo = store.logo && (await tools.storage.read(store.logo));
    const mark =
      logo && (await sharp(logo, { density: 300 }).resize({ width: 320, height: 48, fit: 'inside' }).png().toBuffer());
    const place = hasAlpha ? { top: 20, left: 40 } : { top: 0, left: 0 };
    const markTop = height - strip + (strip - 48) / 2;
    return sharp({ create: { width, height, channels: 3, background: GROUND } })
      .composite([
        { input: picture, ...place },
        { input: { create: { width, height: strip, channels: 3, background: dark } }, top: height - strip, left: 0 },
        ...(mark
          ? [{ input: mark, top: markTop, left: width - 48 - ((await sharp(mark).metadata()).width ?? 0) }]
          : []),
      ])
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
  });
}
