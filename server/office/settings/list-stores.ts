import { z } from 'zod';
import { sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { storesWith } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type Opening, openingOf } from './store-state.ts';

export type StoreRow = {
  uuid: string;
  name: string;
  url: string;
  opening: Opening;
  branches: number;
  deliveries: number;
  plans: number;
};

/** The stores whose settings the person may see. `everywhere`: these are all, with what belongs to none of them. */
export const listStores = officeCall(
  { name: 'settings.stores', permission: 'settings.read', input: z.object({}), kind: 'read' },
  async (ctx) => {
    type Row = Omit<StoreRow, 'url' | 'opening'> & {
      key: string;
      public_domain: string | null;
      status: Opening['status'];
      closed_until: Date | null;
      closed_message: string | null;
    };
    const { rows } = await ctx.db.execute<Row>(sql`
      select uuid, name, key, public_domain, status, closed_until, closed_message,
        (select count(*)::int from branch_stores b where b.store_uid = s.uuid) as branches,
        (select count(*)::int from delivery_types d where d.store_uid = s.uuid and d.active) as deliveries,
        (select count(*)::int from finance_plans f where f.store_uid = s.uuid) as plans
      from stores s where uuid = any(${sql.param(ctx.stores)}::uuid[]) order by position, key`);
    const stores = rows.map(
      ({ key, public_domain, status, closed_until, closed_message, ...row }): StoreRow => ({
        ...row,
        url: siteUrl(ctx.env, { key, publicDomain: public_domain }),
        opening: openingOf(
          { status, closedUntil: closed_until && new Date(closed_until), closedMessage: closed_message },
          ctx.now(),
        ),
      }),
    );
    const all = (permission: Permission) => storesWith(ctx.staff, permission) === 'all';
    return { stores, everywhere: { read: all('settings.read'), edit: all('settings.edit') } };
  },
);
