import { isMediaName } from '#domain/text/media-name.ts';
import { type Picture, probeStill } from '../import/pictures/probe.ts';
import { cleanSvg } from '../import/pictures/svg.ts';
import { refuse } from '../platform/errors.ts';
import type { Allowed } from '../staff/office-call.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Stores an uploaded picture as the importer would; nothing shows it until something names it. @throws
 * PAYLOAD_TOO_LARGE, IMAGE_REFUSED
 */
export async function keepPicture({ storage }: Pick<Allowed, 'storage'>, file: File): Promise<Picture> {
  if (file.size > MAX_BYTES) throw refuse('PAYLOAD_TOO_LARGE', { message: 'אפשר להעלות תמונה של עד 10MB' });
  const sent = Buffer.from(await file.arrayBuffer());
  const probeResult = await probeStill(sent);
  const isSvg = typeof probeResult !== 'string' && probeResult.media.endsWith('.svg');
  const bytes = isSvg ? Buffer.from(cleanSvg(sent.toString('utf8'))) : sent;
  const picture = isSvg ? await probeStill(bytes) : probeResult;
  if (typeof picture === 'string')
    throw refuse('IMAGE_REFUSED', { message: 'אי אפשר לקרוא את התמונה. אפשר להעלות AVIF, WebP, JPEG, PNG או SVG' });
  if (!(await storage.has(picture.media))) await storage.put(picture.media, bytes);
  return picture;
}

/** The stored picture of this name with its size. @throws BAD_REQUEST where none is stored */
export async function keptPicture({ storage }: Pick<Allowed, 'storage'>, media: string): Promise<Picture> {
  const bytes = isMediaName(media) ? await storage.read(media) : null;
  const picture = bytes ? await probeStill(bytes) : 'missing';
  // Under its own name: what is stored of an SVG is clean already.
  if (typeof picture !== 'string') return { ...picture, media };
  throw refuse('BAD_REQUEST', { fields: [{ path: 'pictures', message: 'התמונה לא נמצאה. העלו אותה שוב' }] });
}
