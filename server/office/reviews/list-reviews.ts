import { z } from 'zod';
import { sql } from '#db/sql.ts';
import type { ModerationState, VoiceKind } from '#domain/people/reviews.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  oneOf,
  personPattern,
  readListPage,
  several,
} from '../list.ts';

const filters = z.object({
  ...listFields,
  kind: several(z.enum(['review', 'question'])),
  state: several(z.enum(['waiting', 'published', 'refused'])),
  answered: z.enum(['yes', 'no']).optional(),
});

export type VoiceRow = {
  uuid: string;
  moment: string;
  kind: VoiceKind;
  state: ModerationState;
  store: string;
  product: string;
  author: string;
  /** Of a review. */
  rating: number | null;
  text: string;
  photos: number;
  answered: boolean;
  state_at: Date;
};

/** Both in one list: whoever moderates does so for the store, not for a kind. */
const voices = sql`(
  select r.uuid, 'review' as kind, r.store_uid, r.product_uid, r.author, r.rating, r.text, r.state, r.answer, r.state_at from product_reviews r
  union all
  select q.uuid, 'question', q.store_uid, q.product_uid, q.author, null, q.text, q.state, q.answer, q.state_at from product_questions q) v
  join products p on p.uuid = v.product_uid`;

/** Reviews and questions of the stores that the person may see, the latest in their state first. */
export const listVoices = officeCall(
  { name: 'reviews.list', permission: 'reviews.read', input: filters, kind: 'read' },
  (ctx, { q, store, kind, state, answered, after }): Promise<ListPage<VoiceRow>> =>
    readListPage<VoiceRow>(ctx.db, {
      select: sql`
        select v.uuid, ${cursorMoment(sql`v.state_at`)} as moment, v.kind, v.state, s.name as store, p.name as product, v.author, v.rating, v.text,
          (select count(*)::int from review_photos f where f.review_uid = v.uuid) as photos, v.answer <> '' as answered, v.state_at
        from ${voices} join stores s on s.uuid = v.store_uid`,
      from: voices,
      where: all([
        inStores(sql`v.store_uid`, chosenStores(ctx.stores, store)),
        q ? sql`lower(p.name || ' ' || v.author || ' ' || v.text) like ${personPattern(q)}` : undefined,
        oneOf(sql`v.kind`, kind),
        oneOf(sql`v.state::text`, state),
        answered ? sql`(v.answer <> '') = ${answered === 'yes'}` : undefined,
      ]),
      after,
      createdAt: sql`v.state_at`,
      uuid: sql`v.uuid`,
    }),
);
