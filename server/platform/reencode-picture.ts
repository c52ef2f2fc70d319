import sharp, { type Sharp } from 'sharp';
import { refuse } from './errors.ts';

/** The largest phone cameras have 200 million pixels; a small file that decodes to more than this is no photograph. */
const MAX_PIXELS = 50_000_000;

/** Magic bytes of each format. The declared type is ignored. */
const beginnings: [format: string, matches: (bytes: Buffer) => boolean][] = [
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/** Decoding takes a processor; this process allows a few at a time. */
let decoding = 0;
const MAX_CONCURRENT = 2;

/**
 * An uploaded picture encoded anew from its pixels as WebP: metadata and anything else hidden in the file is dropped.
 * Rotated upright first, as the orientation is metadata too. @throws IMAGE_REFUSED, RATE_LIMITED
 */
export async function reencodePicture(bytes: Buffer, shape: (picture: Sharp) => Sharp): Promise<Buffer> {
  if (decoding >= MAX_CONCURRENT) throw refuse('RATE_LIMITED', { retryAfter: 5 });
  decoding++;
  try {
    const format = beginnings.find(([, matches]) => matches(bytes))?.[0];
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format: pictureFormat, width, height } = await picture.metadata();
    if (pictureFormat !== format || width * height > MAX_PIXELS) throw refuse('IMAGE_REFUSED');
    return await shape(picture.autoOrient()).webp({ quality: 82 }).timeout({ seconds: 10 }).toBuffer();
  } catch {
    throw refuse('IMAGE_REFUSED');
  } finally {
    decoding--;
  }
}

const LONGEST_SIDE = 1_600;
const SMALL = 320;

/** A photograph as it is kept: whole, and small for lists. @throws IMAGE_REFUSED, RATE_LIMITED */
export async function reencodePhoto(bytes: unknown) {
  if (!Buffer.isBuffer(bytes)) throw refuse('IMAGE_REFUSED');
  const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
  const content = await reencodePicture(bytes, (picture) => picture.resize(inside(LONGEST_SIDE)));
  const thumbnail = await reencodePicture(content, (picture) => picture.resize(inside(SMALL)));
  const { width, height } = await sharp(content).metadata();
  return { content, thumbnail, width, height };
}
