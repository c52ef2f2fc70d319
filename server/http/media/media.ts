import type { FastifyInstance } from 'fastify';
import { PICTURE_WIDTHS } from '#domain/catalogue/media-path.ts';
import { isMediaName } from '#domain/text/media-name.ts';
import type { Deps } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { hasSizes, keptSizeName, type PictureSize, sizedPicture } from '../../providers/storage/picture-sizes.ts';
import { isFilm, sendFilm } from './films.ts';

const YEAR = 'public, max-age=31536000, immutable';
const FOR_A_MINUTE = 'public, max-age=60';
/** An original of so many bytes comes sooner than its size can be made. */
const STAND_IN_BYTES = 120_000;

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
};

/**
 * `/media/{name}` is a file as stored; `/media/{name}/{width}` a picture at a width, as AVIF or, for browsers without
 * it, WebP. Sizes are made ahead (`server/jobs/first-pictures.ts`) or on first request, and stored beside the
 * original, which stands in for them until then where it is small: cards are never empty meanwhile.
 */
export function media(app: FastifyInstance, deps: Deps): void {
  const making = new Map<string, Promise<Buffer | null>>();
  const waiting = new Map<string, PictureSize>();
  let isMaking = false;
  const params = (request: { params: unknown }) => request.params as { name: string; width: string };

  app.get('/media/:name', async (request, reply) => {
    const { name } = params(request);
    if (isFilm(name)) return sendFilm(deps.storage, name, request, reply);
    const bytes = await read(name);
    if (!bytes) throw refuse('NOT_FOUND');
    // An SVG opened by itself must not run anything.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return reply
      .type(types[name.split('.')[1] ?? ''] ?? 'application/octet-stream')
      .header('cache-control', YEAR)
      .send(bytes);
  });

  app.get('/media/:name/:width', async (request, reply) => {
    const { name, width } = params(request);
    if (!PICTURE_WIDTHS.includes(Number(width)) || !hasSizes(name)) throw refuse('NOT_FOUND');
    const format =
      request.headers.accept?.includes('image/webp') && !request.headers.accept.includes('image/avif')
        ? 'webp'
        : 'avif';
    const size: PictureSize = { name, width: Number(width), format };
    const stored = await deps.storage.read(keptSizeName(size));
    const standIn = stored ? null : await standInOf(size);
    if (standIn) {
      waiting.set(keptSizeName(size), size);
      void makeWaiting();
      const type = types[name.split('.')[1] ?? ''] ?? '';
      return reply.type(type).headers({ 'cache-control': FOR_A_MINUTE, vary: 'Accept' }).send(standIn);
    }
    const bytes = stored ?? (await sized(size));
    if (!bytes) throw refuse('NOT_FOUND');
    return reply.type(`image/${format}`).headers({ 'cache-control': YEAR, vary: 'Accept' }).send(bytes);
  });
  app.addHook('onClose', async () => waiting.clear());

  const read = (name: string) => (isMediaName(name) ? deps.storage.read(name) : Promise.resolve(null));

  async function standInOf({ name, format }: PictureSize): Promise<Buffer | null> {
    if (name.endsWith('.avif') && format !== 'avif') return null;
    const bytes = isMediaName(name) ? await deps.storage.size(name) : null;
    return bytes !== null && bytes <= STAND_IN_BYTES ? read(name) : null;
  }

  /** One after another: files are read by the same few threads that pictures are made in. */
  async function makeWaiting(): Promise<void> {
    if (isMaking) return;
    isMaking = true;
    for (const [key, size] of waiting) {
      await sized(size).catch((error: Error) => app.log.warn(`picture ${size.name}: ${error.message}`));
      waiting.delete(key);
    }
    isMaking = false;
  }

  /** Concurrent requests for one size share its rendering. */
  function sized(size: PictureSize): Promise<Buffer | null> {
    const key = keptSizeName(size);
    const running = making.get(key);
    if (running) return running;
    const resizing = sizedPicture(deps.storage, size).finally(() => making.delete(key));
    making.set(key, resizing);
    return resizing;
  }
}
