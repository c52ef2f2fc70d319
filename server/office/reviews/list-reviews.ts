import { z } from 'zod';
import { type SQL, sql } from '#db/sql.ts';
import { type ModerationState, moderationNames, type VoiceKind, voiceNames } from '#domain/people/reviews.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  oneOf,
  readListPage,
  several,
} from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';

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
  answer: string;
  state_at: Date;
};

/**
 * Voices are reviews and questions, in one list: staff moderate for the store, not for a kind. A `from` clause whose
 * aliases `v` and `p` the rest uses.
 */
const voices = sql`(
  select r.uuid, 'review' as kind, r.store_uid, r.product_uid, r.author, r.rating, r.text, r.state, r.answer, r.state_at from product_reviews r
  union all
  select q.uuid, 'question', q.store_uid, q.product_uid, q.author, null, q.text, q.state, q.answer, q.state_at from product_questions q) v
  join products p on p.uuid = v.product_uid`;

const rowsOf = sql`
  select v.uuid, ${cursorMoment(sql`v.state_at`)} as moment, v.kind, v.state, s.name as store, p.name as product, v.author, v.rating, v.text,
    (select count(*)::int from review_photos f where f.review_uid = v.uuid) as photos, v.answer <> '' as answered, v.answer, v.state_at
  from ${voices} join stores s on s.uuid = v.store_uid`;

const conditionsOf = ({ q, store, kind, state, answered }: z.output<typeof filters>, stores: string[]): SQL =>
  all([
    inStores(sql`v.store_uid`, chosenStores(stores, store)),
    q ? matchesPerson(sql`lower(p.name || ' ' || v.author || ' ' || v.text)`, q) : undefined,
    oneOf(sql`v.kind`, kind),
    oneOf(sql`v.state::text`, state),
    answered ? sql`(v.answer <> '') = ${answered === 'yes'}` : undefined,
  ]);

/** Reviews and questions of the stores that the person may see, the latest in their state first. */
export const listVoices = officeCall(
  { name: 'reviews.list', permission: 'reviews.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<VoiceRow>> =>
    readListPage<VoiceRow>(ctx.db, {
      select: rowsOf,
      from: voices,
      where: conditionsOf(input, ctx.stores),
      after: input.after,
      sortedBy: sql`v.state_at`,
      uuid: sql`v.uuid`,
    }),
);

const columns: FileColumn<VoiceRow>[] = [
  ['סוג', (row) => voiceNames[row.kind]],
  ['מצב', (row) => moderationNames[row.state]],
  ['מאז', (row) => momentText(row.state_at)],
  ['חנות', (row) => row.store],
  ['מוצר', (row) => row.product],
  ['מאת', (row) => row.author],
  ['כוכבים', (row) => row.rating],
  ['מה נכתב', (row) => row.text],
  ['תשובה', (row) => row.answer],
  ['תמונות', (row) => row.photos],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the change log. */
export const exportVoices = officeCall(
  { name: 'reviews.export', permission: 'reviews.read', input: filters.extend({ format }), kind: 'write' },
  async (ctx, { format: fileFormat, ...input }): Promise<ListFile> => {
    const query = sql`${rowsOf} where ${conditionsOf(input, ctx.stores)} order by v.state_at desc, v.uuid desc`;
    const { file, rows } = await listFile<VoiceRow>(ctx.db, { name: 'reviews', format: fileFormat, columns, query });
    const { q, after: _, ...others } = input;
    await noteOperation(ctx.db, { rows, searched: q !== undefined, ...others });
    return file;
  },
);
