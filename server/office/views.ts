import { z } from 'zod';
import { savedViews } from '#db/schema/index.ts';
import { and, desc, eq, or } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';
import { refuse } from '../platform/errors.ts';

export type SavedView = { uuid: string; name: string; query: string; shared: boolean; own: boolean };

const list = z.enum([
  'orders',
  'leads',
  'customers',
  'documents',
  'messages',
  'changes',
  'products',
  'stock',
  'reviews',
  'trade-ins',
]);
const MAX_VIEWS = 30;

/**
 * A person's saved views of a list, and those that others share, oldest first. Beyond `MAX_VIEWS` the older ones of
 * others go first.
 */
export async function listViews(ctx: OfficeContext, of: z.infer<typeof list>): Promise<SavedView[]> {
  if (!ctx.staff) return [];
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.list, of), or(eq(savedViews.staffUid, ctx.staff.uuid), eq(savedViews.shared, true))))
    .orderBy(desc(eq(savedViews.staffUid, ctx.staff.uuid)), desc(savedViews.createdAt))
    .limit(MAX_VIEWS);
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return rows.map(({ uuid, name, query, shared, staffUid }) => ({
    uuid,
    name,
    query,
    shared,
    own: staffUid === ctx.staff?.uuid,
  }));
}

const newView = z.object({
  list,
  name: z.string().trim().min(1, 'תנו שם לתצוגה').max(40),
  query: z.string().max(2_000),
  shared: z.literal('on').optional(),
});

/** Saves the list as it is filtered now; a view of the same name is replaced. @throws UNAUTHORIZED, BAD_REQUEST */
export async function saveView(ctx: OfficeContext, raw: unknown): Promise<void> {
  if (!ctx.staff) throw refuse('UNAUTHORIZED');
  const parsed = newView.safeParse(raw);
  if (!parsed.success) throw refuse('BAD_REQUEST');
  const { shared, query: rawQuery, ...view } = parsed.data;
  const query = new URLSearchParams(rawQuery);
  // Whom somebody looked for, and the place in the list, are of that moment; names and phones aren't kept or shared.
  for (const name of ['q', 'who', 'after']) query.delete(name);
  const values = { ...view, query: query.toString(), shared: shared === 'on', staffUid: ctx.staff.uuid };
  await ctx.db
    .insert(savedViews)
    .values(values)
    .onConflictDoUpdate({ target: [savedViews.staffUid, savedViews.list, savedViews.name], set: values });
}

/** Removes one of the person's own. @throws UNAUTHORIZED */
export async function removeView(ctx: OfficeContext, uuid: string): Promise<void> {
  if (!ctx.staff) throw refuse('UNAUTHORIZED');
  if (!z.uuid().safeParse(uuid).success) return;
  await ctx.db.delete(savedViews).where(and(eq(savedViews.uuid, uuid), eq(savedViews.staffUid, ctx.staff.uuid)));
}
