import { z } from 'zod';
import { transfers } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { isStoredFilm } from '#domain/catalogue/video.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import { MAX_FILM_BYTES, probeFilm } from '../../import/pictures/probe.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { keepPart, PART_BYTES, partsOf } from '../file-parts.ts';
import { edited } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { changeProduct } from './change-product.ts';
import { reachedProduct } from './reach.ts';

const MAX_FILMS = 20;
const product = z.uuid();
const MEGABYTES = MAX_FILM_BYTES / 2 ** 20;

/** Begins the upload of a film; its pieces follow one by one. */
export const beginFilm = officeCall(
  {
    name: 'products.begin-film',
    permission: 'products.edit',
    input: z.object({
      product,
      name: z.string().trim().min(1, 'בחרו קובץ').max(200),
      bytes: z.coerce.number().int().min(1, 'הקובץ ריק').max(MAX_FILM_BYTES, `אפשר להעלות סרטון של עד ⁦${MEGABYTES}MB⁩`),
    }),
    kind: 'write',
  },
  async (ctx, { product: uuid, name, bytes }) => {
    await reachedProduct(ctx, ctx.db, uuid);
    const values = { direction: 'film', staffUid: ctx.staff.uuid, fileName: name, bytes, state: 'uploading' };
    const [row] = await ctx.db
      .insert(transfers)
      .values({ ...values, createdAt: ctx.now() })
      .returning({ uuid: transfers.uuid });
    return { uuid: row?.uuid ?? '', partBytes: PART_BYTES };
  },
);

/**
 * A piece of a film. With the last one it is stored, as the importer would; no product has it before
 * `products.edit-videos` names it.
 * @throws IMAGE_REFUSED
 */
export const appendFilm = officeCall(
  {
    name: 'products.append-film',
    permission: 'products.edit',
    input: z.object({
      product,
      film: z.uuid(),
      position: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_FILM_BYTES / PART_BYTES),
      part: z.instanceof(File),
    }),
    kind: 'write',
  },
  async (ctx, { product: uuid, film, position, part }): Promise<{ video?: string }> => {
    await reachedProduct(ctx, ctx.db, uuid);
    const upload = { uuid: film, direction: 'film' as const, staffUid: ctx.staff.uuid, position, part };
    const { row, isWhole } = await ctx.db.transaction((tx) => keepPart(tx, upload));
    if (!isWhole) return {};
    if (row.state === 'done') return row.report as { video: string };
    return storeFilm(ctx, film);
  },
);

async function storeFilm({ db, storage }: Pick<Allowed, 'db' | 'storage'>, upload: string): Promise<{ video: string }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of partsOf(db, upload)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const probeResult = bytes.length > MAX_FILM_BYTES ? 'is not an MP4 film' : probeFilm(bytes);
  if (typeof probeResult === 'string') {
    await db.delete(transfers).where(eq(transfers.uuid, upload));
    throw refuse('IMAGE_REFUSED', { message: hebrewReason(probeResult) });
  }
  if (!(await storage.has(probeResult.media))) await storage.put(probeResult.media, bytes);
  const report = { video: `/media/${probeResult.media}` };
  await db.transaction(async (tx) => {
    await tx.update(transfers).set({ state: 'done', report, endedAt: sql`now()` }).where(eq(transfers.uuid, upload));
    await tx.execute(sql`delete from transfer_parts where transfer_uid = ${upload}`);
  });
  return report;
}

const link = z.url({ protocol: /^https$/ });
const videosFile = z.strictObject({
  videos: z
    .array(
      z.strictObject({
        video: z
          .string('בחרו קובץ או כתבו קישור')
          .trim()
          .max(500, 'עד 500 תווים')
          .refine((video) => isStoredFilm(video) || link.safeParse(video).success, 'כתבו קישור שמתחיל ב־⁦https://⁩'),
      }),
    )
    .max(MAX_FILMS, `עד ${MAX_FILMS} סרטונים`)
    .default([]),
});

/**
 * The films of a product in their sequence: links, and what was uploaded. @throws CHANGED_MEANWHILE with the conflicts
 */
export const editVideos = officeCall(
  {
    name: 'products.edit-videos',
    permission: 'products.edit',
    input: z.object({ product, ...edited }),
    kind: 'write',
    draftable: true,
  },
  async (ctx, { product: uuid, was, now }) => {
    await changeProduct(ctx, uuid, 'products.edit', async ({ db }) => {
      const { rows } = await db.execute<{ videos: string[] }>(sql`select videos from products where uuid = ${uuid}`);
      const current = { videos: (rows[0]?.videos ?? []).map((video) => ({ video })) };
      const { videos } = parseFile(videosFile, mergeEdited(current, was, now));
      for (const [at, { video }] of videos.entries())
        if (isStoredFilm(video) && !(await ctx.storage.has(video.slice('/media/'.length))))
          throw refuse('BAD_REQUEST', {
            fields: [{ path: `videos.${at}.video`, message: 'הסרטון לא נמצא. העלו אותו שוב' }],
          });
      const addresses = [...new Set(videos.map(({ video }) => video))];
      await db.execute(sql`update products set videos = ${sql.param(addresses)}::text[] where uuid = ${uuid}`);
    });
  },
);
