import { data } from 'react-router';
import { assignOwner } from '#server/office/orders/actions/assign.ts';
import { advance, deliver } from '#server/office/orders/actions/progress.ts';
import { selectOrders } from '#server/office/orders/list-orders.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from '../../context.ts';
import { load, queryOf } from '../../load.ts';
import { readForm } from '../../read-form.ts';
import type { Route } from './+types/bulk.ts';
import { IN_DOUBT } from './bulk-dialog.tsx';

/** All orders that the list's address means, as they are now. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { after: _, ...filters } = queryOf(request);
  return Response.json(await selectOrders(ctx, filters));
});

const calls = { advance, deliver, assign: assignOwner };

/** `refused`: why not, in words; `null`: done. */
export type BulkOutcome = { order: string; refused: string | null };
export type BulkReply = { outcomes: BulkOutcome[]; code?: string };

/**
 * A batch of a selection, one call after the other: each order is a call and an operation of its own, so that one that
 * is refused or fails stops no other. Ends where the session has.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const { call: name, input } = readForm(await request.formData());
  const call = calls[name as keyof typeof calls];
  if (!call || !Array.isArray(input.rows)) throw data(null, { status: 400 });
  const office = officeContextOf(context);
  const outcomes: BulkOutcome[] = [];
  for (const row of input.rows as { order: string }[]) {
    try {
      await (call as (ctx: unknown, row: object) => Promise<unknown>)(office, row);
      outcomes.push({ order: row.order, refused: null });
    } catch (error) {
      if (!(error instanceof Refusal)) {
        office.log.error({ err: error }, 'order of a batch failed');
        outcomes.push({ order: row.order, refused: IN_DOUBT });
        continue;
      }
      if (error.code === 'UNAUTHORIZED') return Response.json({ outcomes, code: error.code } satisfies BulkReply);
      const { details } = error.extra;
      outcomes.push({ order: row.order, refused: typeof details === 'string' ? details : error.message });
    }
  }
  return Response.json({ outcomes } satisfies BulkReply);
};
