import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { type LeadState, leadKindNames, leadSourceNames, leadStateNames } from '#domain/people/lead-states.ts';
import { isNumbered } from '../../checkout/orders/cancellation-notices.ts';
import { isInquiryNumber } from '../../leads/inquiries/inquiry-number.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  dayFields,
  inDays,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  oneOf,
  readListPage,
  several,
} from '../list.ts';

const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];

export const leadFilters = z.object({
  ...listFields,
  state: several(z.enum(keysOf(leadStateNames))),
  kind: several(z.enum(keysOf(leadKindNames))),
  source: several(z.enum(keysOf(leadSourceNames))),
  ...dayFields,
  owner: z.enum(['me', 'nobody']).optional(),
  /** Unanswered for more than an hour. */
  waiting: z.literal('hour').optional(),
});

export type LeadRow = {
  uuid: string;
  moment: string;
  store: string;
  kind: string;
  source: string;
  state: LeadState;
  name: string;
  phone: string;
  email: string | null;
  /** The product's name, or the model as typed. */
  about: string;
  message: string;
  owner: string | null;
  callback_from: Date | null;
  callback_to: Date | null;
  created_at: Date;
  first_answered_at: Date | null;
  /** To the first answer, or until now for one that waits for it; `null` for one that was closed without. */
  minutes: number | null;
};

/** Leads of the stores that the person may see, newest first, page by page. */
export const listLeads = officeCall(
  { name: 'leads.list', permission: 'leads.read', input: leadFilters, kind: 'read' },
  (ctx, filters): Promise<ListPage<LeadRow>> =>
    readListPage<LeadRow>(ctx.db, {
      select: leadColumns(ctx.now()),
      from: sql`leads l`,
      where: leadConditions(filters, ctx),
      after: filters.after,
      sortedBy: sql`l.created_at`,
      uuid: sql`l.uuid`,
    }),
);

export const leadColumns = (now: Date) => sql`
  select l.uuid, ${cursorMoment(sql`l.created_at`)} as moment, s.name as store, l.kind, l.source, l.state, l.name, l.phone, l.email,
    coalesce(p.name, l.model) as about, l.message, o.name as owner, l.callback_from, l.callback_to, l.created_at, l.first_answered_at,
    round(extract(epoch from coalesce(l.first_answered_at,
      case when l.state in ('new', 'open') then ${now.toISOString()}::timestamptz end) - l.created_at) / 60)::int as minutes
  from leads l join stores s on s.uuid = l.store_uid left join products p on p.uuid = l.product_uid
    left join staff o on o.uuid = l.owner_uid`;

/**
 * Of `leads l`: nobody has answered for more than an hour, or not within the time that the shopper asked to be called
 * in.
 */
export const overdue = (now: Date) =>
  sql`l.state in ('new', 'open') and l.first_answered_at is null
    and coalesce(l.callback_to, l.created_at + interval '1 hour') < ${now.toISOString()}::timestamptz`;

/**
 * Who asks, by the index's own expression (`db/schema/leads.ts`), or the number that the sender of a notice of
 * cancellation was shown.
 */
function matches(q: string) {
  const person = matchesPerson(sql`lower(l.name || ' ' || l.phone || ' ' || coalesce(l.email, ''))`, q);
  return isInquiryNumber(q) ? sql`(${person} or ${isNumbered(sql`l.uuid`, q)})` : person;
}

/** The rows of `leads l` that the filters mean. */
export function leadConditions(
  filters: z.output<typeof leadFilters>,
  { stores, staff, now }: { stores: string[]; staff: { uuid: string }; now: () => Date },
) {
  const { q, store, state, kind, source, owner, waiting } = filters;
  return all([
    inStores(sql`l.store_uid`, chosenStores(stores, store)),
    q ? matches(q) : undefined,
    oneOf(sql`l.state::text`, state),
    oneOf(sql`l.kind`, kind),
    // The suffix of a notice that outlives its erased person (privacy/erase.ts).
    oneOf(sql`replace(l.source, ' erased', '')`, source),
    ...inDays(sql`l.created_at`, filters),
    owner === 'me' ? sql`l.owner_uid = ${staff.uuid}` : undefined,
    owner === 'nobody' ? sql`l.owner_uid is null` : undefined,
    waiting ? overdue(now()) : undefined,
  ]);
}
