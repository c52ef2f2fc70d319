import { z } from 'zod';
import { CACHE_CHANNEL, pictureTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { productImages } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { frameView, isFrame, nextDetail, viewNames, viewOfFile } from '#domain/catalogue/picture-views.ts';
import type { Picture } from '../../import/pictures/probe.ts';
import { altText } from '../../import/write/catalogue/images.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { saveEdited } from '../edited-fields.ts';
import { ticked } from '../inputs.ts';
import { keepPicture, keptPicture } from '../keep-picture.ts';
import { changeProduct, type ProductChange, refuseChanged } from './change-product.ts';
import { mainPicture, type PictureOwner, type PictureTile, readPictureOwners, readPictures } from './picture-rows.ts';
import { reachedProduct } from './reach.ts';

/** More would make a product's page of megabytes. */
const MAX_PICTURES = 400;
const FEWEST_FRAMES = 8;
const MAX_FRAMES = 120;

const product = z.uuid();
const media = z.string().max(60);
const tile = z
  .array(z.uuid())
  .min(1)
  .max(MAX_FRAMES * 50);
const of = z.string().max(200).default('');

/** Stores a picture; no product has it before `products.add-pictures` or `products.replace-picture` names it. */
export const uploadPicture = officeCall(
  {
    name: 'products.upload-picture',
    permission: 'products.edit',
    input: z.object({ product, file: z.instanceof(File, { error: 'בחרו תמונה' }) }),
    kind: 'write',
  },
  async (ctx, { product: uuid, file }) => {
    await reachedProduct(ctx, ctx.db, uuid);
    const { media: name } = await keepPicture(ctx, file);
    ctx.sizesSoon?.([name]);
    return { media: name, message: 'התמונה הועלתה' };
  },
);

/**
 * A change of a product's pictures: its cards and pages are told, and what shows its first picture besides where that
 * is another one.
 */
function changePictures<R>(
  ctx: Allowed,
  uuid: string,
  work: (change: ProductChange, now: { owners: PictureOwner[]; tiles: PictureTile[] }) => Promise<R>,
): Promise<R> {
  return changeProduct(ctx, uuid, 'products.edit', async (change) => {
    const { db } = change;
    const owners = await readPictureOwners(db, uuid);
    const before = await readPictures(db, uuid, owners);
    const result = await work(change, { owners, tiles: before });
    const after = await readPictures(db, uuid, owners);
    if (after.length > MAX_PICTURES) throw refuseField('pictures', `למוצר יש לכל היותר ${MAX_PICTURES} תמונות`);
    if (JSON.stringify(mainPicture(after, owners)) !== JSON.stringify(mainPicture(before, owners)))
      await db.execute(sql`select pg_notify(${CACHE_CHANNEL}, ${pictureTag(uuid)})`);
    return result;
  });
}

/**
 * Stored pictures become the product's, in this sequence after those that it has; a view is read from the file's name
 * where it says one (`red-side.jpg`). `spin`: frames of a 360° view, in the sequence of their names, instead of the one
 * that there was.
 */
export const addPictures = officeCall(
  {
    name: 'products.add-pictures',
    permission: 'products.edit',
    input: z.object({
      product,
      of,
      spin: ticked,
      pictures: z
        .array(z.object({ media, name: z.string().max(300).default('') }), 'בחרו תמונות')
        .min(1, 'בחרו תמונות')
        .max(MAX_FRAMES, `עד ${MAX_FRAMES} תמונות בפעם אחת`),
    }),
    kind: 'write',
  },
  async (ctx, { product: uuid, of: owner, spin, pictures: sent }) => {
    const stored = await Promise.all(sent.map(async (one) => ({ ...one, ...(await keptPicture(ctx, one.media)) })));
    await changePictures(ctx, uuid, async (change, { owners, tiles }) => {
      const variants = await variantsToPicture(change.db, uuid, owners, owner);
      const ownerTiles = tiles.filter((one) => one.of === owner);
      if (spin)
        await addFrames(change, { variants, label: labelOf(owners, owner), old: ownerTiles.filter(isFrame), stored });
      else await addStills(change, { variants, label: labelOf(owners, owner), ownerTiles, stored });
    });
    return {
      message: spin
        ? `סיבוב של ${stored.length} תמונות נוסף`
        : stored.length === 1
          ? 'התמונה נוספה'
          : `${stored.length} תמונות נוספו`,
    };
  },
);

type Stored = Picture & { name: string };
type Added = { variants: (string | null)[]; label: string | null; stored: Stored[] };

async function addStills(
  { db, product: { uuid, name } }: ProductChange,
  { variants, label, ownerTiles, stored }: Added & { ownerTiles: PictureTile[] },
): Promise<void> {
  const takenViews = new Set(ownerTiles.map(({ view }) => view));
  for (const picture of stored) {
    const preferredView = viewOfFile(picture.name) ?? 'hero';
    const view = takenViews.has(preferredView) ? nextDetail(takenViews) : preferredView;
    takenViews.add(view);
    await insertPicture(db, uuid, variants, { ...picture, view, alt: altText(name, label, view) });
  }
}

async function addFrames(
  { db, product: { uuid, name } }: ProductChange,
  { variants, label, old, stored }: Added & { old: PictureTile[] },
): Promise<void> {
  if (variants[0] === null) throw refuseField('of', 'בחרו של איזה צבע או גרסה הסיבוב');
  if (stored.length < FEWEST_FRAMES) throw refuseField('pictures', `סיבוב צריך לפחות ${FEWEST_FRAMES} תמונות`);
  await remove(
    db,
    uuid,
    old.flatMap(({ rows }) => rows),
  );
  const inOrder = stored.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const [at, picture] of inOrder.entries()) {
    const view = frameView(at);
    await insertPicture(db, uuid, variants, { ...picture, view, alt: altText(name, label, view) });
  }
}

const labelOf = (owners: PictureOwner[], key: string): string | null =>
  key.startsWith('color:') ? (owners.find((owner) => owner.key === key)?.label ?? null) : null;

/** Variants whose rows a new picture of the owner is in: those with pictures of their own, at least the first. */
async function variantsToPicture(
  db: Db,
  uuid: string,
  owners: PictureOwner[],
  key: string,
): Promise<(string | null)[]> {
  if (key === '') return [null];
  const owner = owners.find((one) => one.key === key);
  if (!owner) throw refuseField('of', 'אין כזה צבע או כזו גרסה למוצר');
  const { rows } = await db.execute<{ uuid: string }>(sql`
    select distinct variant_uid::text as uuid from product_images where product_uid = ${uuid} and variant_uid = any(${sql.param(owner.variants)}::uuid[])`);
  const pictured = owner.variants.filter((one) => rows.some((row) => row.uuid === one));
  return pictured.length > 0 ? pictured : owner.variants.slice(0, 1);
}

async function insertPicture(
  db: Db,
  uuid: string,
  variants: (string | null)[],
  { media: name, width, height, view, alt }: Picture & { view: string; alt: string },
): Promise<void> {
  for (const variant of variants)
    await db.execute(sql`
      insert into product_images (product_uid, variant_uid, media, view, alt, width, height, position)
      select ${uuid}, ${variant}, ${name}, ${view}, ${alt}, ${width}, ${height}, coalesce(max(position) + 1, 0)
      from product_images where product_uid = ${uuid}`);
}

const remove = (db: Db, uuid: string, rows: string[]) =>
  db.execute(sql`delete from product_images where product_uid = ${uuid} and uuid = any(${sql.param(rows)}::uuid[])`);

/**
 * The tile of these rows. @throws NOT_FOUND where it isn't the product's, or somebody has changed what belongs to it
 */
function tileOf(tiles: PictureTile[], rows: string[]): PictureTile {
  const match = tiles.find((one) => one.rows.length === rows.length && one.rows.every((row) => rows.includes(row)));
  if (!match) throw refuse('NOT_FOUND', { message: 'התמונה כבר אינה של המוצר. טענו את הדף מחדש' });
  return match;
}

const percent = z.coerce
  .number('מספר בין 0 ל־100')
  .int('מספר שלם')
  .min(0, 'בין 0 ל־100')
  .max(100, 'בין 0 ל־100')
  .nullable()
  .default(null);
const described = {
  alt: z.string().trim().max(300, 'עד 300 תווים').default(''),
  focusX: percent,
  focusY: percent,
};

/** What is said of a picture, and of which variants it is. @throws CHANGED_MEANWHILE with the conflicts */
export const editPicture = officeCall(
  {
    name: 'products.edit-picture',
    permission: 'products.edit',
    input: z.object({
      product,
      rows: tile,
      was: z.object({ ...described, view: z.string().max(20), of }),
      ...described,
      view: z.enum(Object.keys(viewNames) as [string, ...string[]], 'בחרו מבט'),
      of,
    }),
    kind: 'write',
  },
  (ctx, { product: uuid, rows, was, alt, focusX, focusY, view: chosen, of: owner }) =>
    changePictures(ctx, uuid, async ({ db }, { owners, tiles }) => {
      const edited = tileOf(tiles, rows);
      if ((focusX === null) !== (focusY === null))
        throw refuseField('focusX', 'קבעו את שני הערכים של נקודת המוקד, או אף אחד');
      const moved = owner !== was.of;
      if (moved && edited.of !== was.of)
        throw refuse('CHANGED_MEANWHILE', {
          details: { conflicts: [{ field: 'of', was: was.of, theirs: edited.of, mine: owner }] },
        });
      const others = tiles.filter((one) => one !== edited && one.of === (moved ? owner : edited.of));
      const view = viewAmong(others, chosen, was.view, moved);
      for (const row of rows)
        await saveEdited(db, {
          table: productImages,
          uuid: row,
          fields: {
            alt: productImages.alt,
            view: productImages.view,
            focusX: productImages.focusX,
            focusY: productImages.focusY,
          },
          was: { alt: was.alt, view: was.view, focusX: was.focusX, focusY: was.focusY },
          now: { alt, view, focusX, focusY },
        });
      if (moved) await moveTo(db, uuid, rows, await variantsToPicture(db, uuid, owners, owner));
    }),
);

/**
 * The chosen view, numbered where it is a detail. @throws BAD_REQUEST where another picture of the same variants has it
 */
function viewAmong(others: PictureTile[], chosen: string, was: string, moved: boolean): string {
  const takenViews = new Set(others.map(({ view }) => view));
  if (chosen === 'detail') return was.startsWith('detail-') && !takenViews.has(was) ? was : nextDetail(takenViews);
  if (chosen === was && !moved) return was;
  if (takenViews.has(chosen))
    throw refuseField('view', `כבר יש תמונה כזו: ${viewNames[chosen as keyof typeof viewNames]}`);
  return chosen;
}

/** The first row stays the picture's, so that the log shows it as one. */
async function moveTo(
  db: Db,
  uuid: string,
  [first, ...rest]: string[],
  [variant, ...variants]: (string | null)[],
): Promise<void> {
  await remove(db, uuid, rest);
  await db.execute(sql`update product_images set variant_uid = ${variant ?? null} where uuid = ${first}`);
  for (const variantUid of variants)
    await db.execute(sql`
      insert into product_images (product_uid, variant_uid, media, view, alt, width, height, position, focus_x, focus_y)
      select product_uid, ${variantUid}, media, view, alt, width, height, position, focus_x, focus_y from product_images where uuid = ${first}`);
}

/** The sequence of pictures, each named by its first row. @throws CHANGED_MEANWHILE where others are there by now */
export const orderPictures = officeCall(
  {
    name: 'products.order-pictures',
    permission: 'products.edit',
    input: z.object({ product, version: z.string().max(40), order: z.array(z.uuid()).min(1).max(MAX_PICTURES) }),
    kind: 'write',
  },
  (ctx, { product: uuid, version, order }) =>
    changePictures(ctx, uuid, async ({ db }, { tiles }) => {
      refuseChanged('pictures', orderOf(tiles), version);
      const stills = tiles.filter((one) => !isFrame(one));
      const first = new Map(stills.map((one) => [one.rows[0] as string, one]));
      if (new Set(order).size !== stills.length || !order.every((row) => first.has(row))) throw refuse('NOT_FOUND');
      const rows = [...order.map((row) => first.get(row) as PictureTile), ...tiles.filter(isFrame)].flatMap(
        (one) => one.rows,
      );
      await db.execute(sql`
        update product_images i set position = n - 1 from unnest(${sql.param(rows)}::uuid[]) with ordinality o (uuid, n)
        where i.uuid = o.uuid and i.position <> n - 1`);
    }),
);

/** What a new order is compared by: the sequence alone. */
export const orderOf = (tiles: PictureTile[]): { row: string }[] => tiles.map(({ rows }) => ({ row: rows[0] ?? '' }));

/** Another file for a picture, which keeps its place, its text and its view. */
export const replacePicture = officeCall(
  {
    name: 'products.replace-picture',
    permission: 'products.edit',
    input: z.object({ product, rows: tile, media }),
    kind: 'write',
  },
  async (ctx, { product: uuid, rows, media: sent }) => {
    const { media: name, width, height } = await keptPicture(ctx, sent);
    await changePictures(ctx, uuid, async ({ db }, { tiles }) => {
      tileOf(tiles, rows);
      await db.execute(
        sql`update product_images set media = ${name}, width = ${width}, height = ${height} where uuid = any(${sql.param(rows)}::uuid[])`,
      );
    });
    return { message: 'התמונה הוחלפה' };
  },
);

/** Takes pictures, or a 360° view with all its frames, from the product; the change log can undo it. */
export const removePictures = officeCall(
  {
    name: 'products.remove-pictures',
    permission: 'products.edit',
    input: z.object({ product, rows: tile }),
    kind: 'write',
  },
  async (ctx, { product: uuid, rows }) => {
    await changePictures(ctx, uuid, async ({ db }, { tiles }) => {
      const rowUids = new Set(tiles.flatMap((one) => one.rows));
      if (!rows.every((row) => rowUids.has(row))) throw refuse('NOT_FOUND');
      await remove(db, uuid, rows);
    });
    return { message: 'הוסר. אפשר לבטל את ההסרה ביומן השינויים' };
  },
);
