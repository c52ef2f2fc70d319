import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { Deps } from '../context.ts';
import { refuse } from '../errors.ts';
import { isMediaName } from '../providers/storage/storage.ts';
import { isFilm, sendFilm } from './films.ts';

/** Widths that pages ask for; any other is refused, so that nobody can make the server fill its disk. */
export const WIDTHS = [160, 320, 480, 640, 800, 1080, 1600];
const AVIF = { quality: 55, effort: 2 } as const;
const YEAR = 'public, max-age=31536000, immutable';

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
 * `/media/{name}` is a file as it was stored; `/media/{name}/{width}` a picture at a width, as AVIF or, for a browser
 * that doesn't read it, WebP. Sizes are made when first asked for and kept beside the original.
 */
export function media(app: FastifyInstance, deps: Deps): void {
  const making = new Map<string, Promise<Buffer | null>>();
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
    if (!WIDTHS.includes(Number(width)) || name.endsWith('.svg') || isFilm(name)) throw refuse('NOT_FOUND');
    const format =
      request.headers.accept?.includes('image/webp') && !request.headers.accept.includes('image/avif')
        ? 'webp'
        : 'avif';
    const bytes = await sized(name, Number(width), format);
    if (!bytes) throw refuse('NOT_FOUND');
    return reply.type(`image/${format}`).headers({ 'cache-control': YEAR, vary: 'Accept' }).send(bytes);
  });

  const read = (name: string) => (isMediaName(name) ? deps.storage.read(name) : Promise.resolve(null));

  function sized(name: string, width: number, format: 'avif' | 'webp'): Promise<Buffer | null> {
    const key = `${createHash('sha256').update(`${name}/${width}/${format}/1`).digest('hex').slice(0, 32)}.${format}`;
    const running = making.get(key);
    if (running) return running;
    const made = make(name, width, format, key).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  async function make(name: string, width: number, format: 'avif' | 'webp', key: string): Promise<Buffer | null> {
    const kept = await deps.storage.read(key);
    if (kept) return kept;
    const original = await read(name);
    if (!original) return null;
    const picture = sharp(original, { limitInputPixels: 50_000_000 }).resize({ width, withoutEnlargement: true });
    const bytes = await (format === 'avif' ? picture.avif(AVIF) : picture.webp({ quality: 80 })).toBuffer();
    await deps.storage.put(key, bytes);
    return bytes;
  }
}
