import type { FastifyInstance } from 'fastify';
import { stores } from '#db/schema/index.ts';
import { asc, ne, or } from '#db/sql.ts';
import { PICTURE_WIDTHS } from '#domain/catalogue/media-path.ts';
import type { Deps } from '../context.ts';
import { makeSizes } from '../providers/storage/make-sizes.ts';
import { hasSizes, keptSizeName, type PictureSize } from '../providers/storage/picture-sizes.ts';
import { isOpenAt } from '../stores/stores.ts';

type Screen = { width: number; dots: number };
/** A phone and a laptop, the most common screens; then the same with another pixel density. */
const SCREENS: Screen[][] = [
  [
    { width: 390, dots: 3 },
    { width: 1440, dots: 1 },
  ],
  [
    { width: 1440, dots: 2 },
    { width: 390, dots: 2 },
  ],
];
/** An import sends more than one notification. */
const REST_MS = 2_000;
const MAX_PAGES = 400;
/** Pictures of a page that are seen without scrolling, at the most. */
const IN_VIEW = 8;

/**
 * Makes the picture sizes of home and category pages ahead of visitors: after the start, and after operators'
 * changes. Home pages first, then categories in the sequence of their links; what is seen without scrolling before the
 * rest. The pages themselves say which sizes they need. Another process makes them at a low priority, so that requests
 * aren't slower.
 */
export function firstPictures(
  app: FastifyInstance,
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  log: { warn: (line: string) => void },
) {
  const done = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isQueued = false;
  let stopMaker = () => {};

  async function look(): Promise<void> {
    const shops = await db
      .select({ key: stores.key })
      .from(stores)
      .where(or(ne(stores.status, 'closed'), isOpenAt(now())))
      .orderBy(asc(stores.position));
    const homes: string[] = [];
    const categories: string[] = [];
    const [near, far] = [SCREENS.map(() => [] as PictureSize[]), SCREENS.map(() => [] as PictureSize[])];
    const read = async (key: string, path: string): Promise<string> => {
      if (stopped) return '';
      const headers = { host: `${key}.localhost:${env.PORT}`, accept: 'text/html' };
      const { statusCode, body } = await app.inject({ url: path, headers });
      const html = statusCode === 200 ? body : '';
      for (const [i, screens] of SCREENS.entries()) {
        const sizes = sizesOf(html, screens);
        near[i]?.push(...sizes.slice(0, IN_VIEW * screens.length));
        far[i]?.push(...sizes.slice(IN_VIEW * screens.length));
      }
      return html;
    };
    for (const { key } of shops) homes.push(await read(key, '/'));
    const categoryPaths = homes.map((html) => [...new Set(html.match(/(?<=href=")\/category\/[^"?#]+/g) ?? [])]);
    const deepest = Math.max(0, ...categoryPaths.map((paths) => paths.length));
    for (let i = 0; i < deepest; i++) {
      for (const [shop, { key }] of shops.entries())
        if (categoryPaths[shop]?.[i]) categories.push(`${key} ${categoryPaths[shop][i]}`);
    }
    for (const category of categories.slice(0, MAX_PAGES)) {
      const [key = '', path = ''] = category.split(' ');
      await read(key, path);
    }
    const byName = new Map([...near, ...far].flat().map((size) => [keptSizeName(size), size]));
    const missing = [...byName].filter(([name]) => !done.has(name));
    if (missing.length > 0 && !stopped && (await make(missing.map(([, size]) => size))))
      for (const [name] of missing) done.add(name);
  }

  /** @returns whether all of them were processed */
  async function make(sizes: PictureSize[]): Promise<boolean> {
    const { done: completion, stop } = makeSizes(env, sizes);
    stopMaker = stop;
    return completion;
  }

  /** One that waits sees all that has changed until it begins. */
  const begin = () => {
    if (isQueued) return;
    isQueued = true;
    running = running
      .then(() => {
        isQueued = false;
        return look();
      })
      .catch((error: Error) => log.warn(`first pictures: ${error.message}`));
  };
  const soon = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(begin, REST_MS).unref();
  };
  return {
    begin,
    /** To be called after a change. */
    soon,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      stopMaker();
      await running;
    },
  };
}

/** Sizes that browsers with these screens would load from a page, in sequence. */
export function sizesOf(html: string, screens: Screen[]): PictureSize[] {
  return [...html.matchAll(/<(?:img|source)\b[^>]*>/g)].flatMap(([tag]) => {
    const name = /\bsrcset="\/media\/([^/"]+)\/\d+/i.exec(tag)?.[1];
    if (!name || !hasSizes(name)) return [];
    const sizes = /\bsizes="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&lt;', '<') ?? '100vw';
    const offered = [...tag.matchAll(/ (\d+)w[,"]/g)].map(([, width]) => Number(width));
    return screens.flatMap((screen) => {
      const neededWidth = lengthOf(sizes, screen.width) * screen.dots;
      const width = offered.find((one) => one >= neededWidth) ?? offered.at(-1);
      return width && PICTURE_WIDTHS.includes(width) ? [{ name, width, format: 'avif' as const }] : [];
    });
  });
}

/** The `sizes` attribute as our pages write it: widths by `min-width` or `width <`, in px, rem, vw, or vw less px. */
function lengthOf(sizes: string, screen: number): number {
  for (const one of sizes.split(/,\s*/)) {
    const [, least, below, length = ''] = /^(?:\(min-width: (\d+)px\) |\(width < (\d+)px\) )?(.+)$/.exec(one) ?? [];
    if ((least && screen < Number(least)) || (below && screen >= Number(below))) continue;
    let pixels = 0;
    for (const [, sign, number, unit] of length.matchAll(/(- ?)?([\d.]+)(vw|px|rem)/g))
      pixels += (sign ? -1 : 1) * Number(number) * (unit === 'vw' ? screen / 100 : unit === 'rem' ? 16 : 1);
    return pixels;
  }
  return screen;
}
