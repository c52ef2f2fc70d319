import { z } from 'zod';
import { stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { only } from '../store-files/edited-input.ts';
import { readStore } from '../store-files/store-file.ts';
import { companyStores, mayStoreless } from './branches.ts';
import { readContact } from './contact.ts';
import { type Section, sections } from './edit-store.ts';
import { readSingleDays } from './single-days.ts';
import { openingOf } from './store-state.ts';

/** All settings of a store, each panel's part of `store.json` by itself. */
export const readSettings = officeCall(
  {
    name: 'settings.store',
    permission: 'settings.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(stores).where(eq(stores.uuid, input.store));
      if (!row) throw refuse('NOT_FOUND');
      const file = await readStore(tx, row.uuid);
      const parts = Object.entries(sections).map(([name, names]) => [name, only(file, names)]);
      const { rows: dropped } = await tx.execute<{ uuid: string; name: string }>(
        sql`select uuid, name from delivery_types where store_uid = ${row.uuid} and not active order by name`,
      );
      const { rows: branches } = await tx.execute<BranchRow>(sql`
        select b.uuid, b.name, b.city, b.phone, b.services from branches b join branch_stores bs on bs.branch_uid = b.uuid
        where bs.store_uid = ${row.uuid} order by b.position, b.key`);
      const { rows: storeless } = await tx.execute<BranchRow>(sql`
        select b.uuid, b.name, b.city, b.phone, b.services from branches b
        where b.company_uid = ${row.companyUid} and ${mayStoreless(ctx)} and not exists (select from branch_stores bs where bs.branch_uid = b.uuid)
        order by b.position, b.key`);
      return {
        store: { uuid: row.uuid, key: row.key, name: row.name, url: siteUrl(ctx.env, row) },
        opening: openingOf(row, ctx.now()),
        hasGate: row.gateHash !== null,
        sections: Object.fromEntries(parts) as Record<Section, Record<string, unknown>>,
        contact: await readContact(tx, row.uuid),
        dropped,
        branches,
        /** Of the company, in no store: here they are found again. */
        storeless,
        /** Where a branch of its can be shown, too. */
        companyStores: await companyStores(tx, row.companyUid),
        calendar: await readSingleDays(tx, row.uuid, ctx.now()),
        may: { edit: may(ctx.staff, 'settings.edit', row.uuid) },
      };
    }),
);

export type BranchRow = { uuid: string; name: string; city: string; phone: string; services: string[] };
