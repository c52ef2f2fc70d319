import { z } from 'zod';
import type { Photo } from '#contract/common.ts';
import { type SQL, sql } from '#db/sql.ts';

/** Of `review_photos` and `trade_in_photos`, which are alike. */
export type PhotoRow = { uuid: string; width: number; height: number };

/** The photos of a review or of a used vehicle, as a JSON list in its row. */
export const photosOf = (kind: 'review' | 'trade_in', ownerUid: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('uuid', f.uuid, 'width', f.width, 'height', f.height) order by f.created_at, f.uuid)
  from ${sql.identifier(`${kind}_photos`)} f where f.${sql.identifier(`${kind}_uid`)} = ${ownerUid}), '[]')`;

/** `proof`: what an address needs besides where the photo isn't for everybody: `secret=…`. */
export function photosAt(path: string, photos: PhotoRow[], proof?: string): Photo[] {
  const query = proof ? `&${proof}` : '';
  return photos.map(({ uuid, width, height }) => ({
    id: uuid,
    url: `${path}/${uuid}?size=full${query}`,
    thumbnail_url: `${path}/${uuid}?size=small${query}`,
    width,
    height,
  }));
}

export const photoQuery = z.object({ size: z.enum(['full', 'small']).catch('full') });
