import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { isFrame } from '#domain/catalogue/picture-views.ts';

/**
 * What a picture is of: all variants (`''`), those of a colour (`color:אדום`), or one that has no colour (`sku:K-1`).
 */
export type PictureOwner = { key: string; label: string; variants: string[]; isSold: boolean };

type VariantOfProduct = { uuid: string; sku: string; color: string | null; size: string | null; active: boolean };

const keyOf = ({ color, sku }: VariantOfProduct): string => (color === null ? `sku:${sku}` : `color:${color}`);

/** Variants by what shoppers see of them: sizes of a colour share its pictures. In the sequence of the variants. */
export async function readPictureOwners(db: Db, product: string): Promise<PictureOwner[]> {
  const value = (type: string) =>
    sql`(select x.value_name from variant_values x where x.variant_uid = v.uuid and x.type = ${type})`;
  const { rows } = await db.execute<VariantOfProduct>(sql`
    select v.uuid, v.sku, v.active, ${value('COLOR')} as color, ${value('SIZE')} as size
    from variants v where v.product_uid = ${product} order by v.position, v.sku`);
  const owners = new Map<string, PictureOwner>();
  for (const row of rows) {
    const key = keyOf(row);
    const owner = owners.get(key) ?? {
      key,
      label: row.color ?? [row.size, row.sku].filter(Boolean).join(' · '),
      variants: [],
      isSold: false,
    };
    owner.variants.push(row.uuid);
    owner.isSold ||= row.active;
    owners.set(key, owner);
  }
  return [...owners.values()];
}

/** A picture as the office shows it: one for all variants of a colour, which each have it as a row. */
export type PictureTile = {
  /** Rows of `product_images`; the first names the tile. */
  rows: string[];
  /** Key of `PictureOwner`; `''` where it is of all variants. */
  of: string;
  media: string;
  view: string;
  alt: string;
  focusX: number | null;
  focusY: number | null;
};

type PictureRow = Omit<PictureTile, 'rows' | 'of'> & { uuid: string; variant: string | null };

/** In the shops' sequence; frames of a 360° view are tiles of their own. */
export async function readPictures(db: Db, product: string, owners: PictureOwner[]): Promise<PictureTile[]> {
  const { rows } = await db.execute<PictureRow>(sql`
    select uuid, variant_uid as variant, media, view, alt, focus_x as "focusX", focus_y as "focusY"
    from product_images where product_uid = ${product} order by position, uuid`);
  const tiles = new Map<string, PictureTile>();
  for (const { uuid, variant, ...row } of rows) {
    const of = owners.find(({ variants }) => variant !== null && variants.includes(variant))?.key ?? '';
    const key = JSON.stringify([of, row]);
    const tile = tiles.get(key) ?? { rows: [], of, ...row };
    tile.rows.push(uuid);
    tiles.set(key, tile);
  }
  return [...tiles.values()];
}

/**
 * What shops show of the product in lists: a picture of all variants, else the first of the first variant that is sold.
 */
export function mainPicture(tiles: PictureTile[], owners: PictureOwner[]): PictureTile | undefined {
  const stills = tiles.filter((tile) => !isFrame(tile));
  const shown = owners.filter(({ key }) => stills.some(({ of }) => of === key));
  const first = shown.find(({ isSold }) => isSold) ?? shown[0];
  return stills.find(({ of }) => of === '') ?? stills.find(({ of }) => of === first?.key);
}
