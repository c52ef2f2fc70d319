import { z } from 'zod';
import type { StoreSettings } from '#contract/store-settings.ts';
import { collections, contentPages, storeProducts, stores } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { checkHost } from './check-host.ts';
import { blanksOf } from './legal/facts.ts';
import { legalSlugs } from './legal/pages.ts';
import { missingBeforeOpening, refuseUnready } from './missing-before-opening.ts';

/** Everything that the guide shows: each step with its state, and what its forms begin with. */
export const readOpening = officeCall(
  {
    name: 'stores.opening',
    permission: 'settings.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store: storeUid }) => {
    const [row] = await ctx.db.select().from(stores).where(eq(stores.uuid, storeUid));
    if (!row) throw refuse('NOT_FOUND');
    const url = siteUrl(ctx.env, row);
    // Outside the transaction: the DNS may take seconds.
    const host = await checkHost(ctx, { uuid: row.uuid, publicDomain: row.publicDomain, url });
    return ctx.db.transaction(async (tx) => {
      const pages = await tx.select().from(contentPages).where(eq(contentPages.storeUid, storeUid));
      const [hidden] = await tx
        .select({ uuid: storeProducts.productUid })
        .from(storeProducts)
        .where(and(eq(storeProducts.storeUid, storeUid), eq(storeProducts.published, false)))
        .limit(1);
      const legal = legalSlugs.flatMap((slug) => pages.find((one) => one.slug === slug) ?? []);
      return {
        store: { uuid: row.uuid, name: row.name, key: row.key, status: row.status, closedUntil: row.closedUntil, url },
        steps: await missingBeforeOpening({ ...ctx, db: tx }, storeUid),
        host,
        legal: legal.map(({ uuid, slug, title, body }) => ({ uuid, slug, title, blanks: blanksOf(body) })),
        categories: await tx.$count(collections, eq(collections.storeUid, storeUid)),
        /** A product that waits to be shown. */
        hiddenProduct: hidden?.uuid ?? null,
        sellsVehicles: Boolean((row.settings as StoreSettings).vehicle_names?.length),
        may: { edit: may(ctx.staff, 'settings.edit', storeUid) },
      };
    });
  },
);

/** Opens the store to shoppers in every process, unless something necessary is missing: then the refusal says what. */
export const openStore = officeCall(
  {
    name: 'stores.open',
    permission: 'settings.edit',
    input: z.object({ store: z.uuid() }),
    kind: 'write',
    entity: 'store',
  },
  (ctx, { store: storeUid }) =>
    ctx.db.transaction(async (tx) => {
      const [store] = await tx.select().from(stores).where(eq(stores.uuid, storeUid)).for('update');
      if (!store) throw refuse('NOT_FOUND');
      if (store.status === 'open') return { message: `${store.name} פתוחה כבר` };
      await refuseUnready({ ...ctx, db: tx }, storeUid);
      await tx
        .update(stores)
        .set({ status: 'open', closedUntil: null, closedMessage: null })
        .where(eq(stores.uuid, storeUid));
      return { message: `${store.name} פתוחה לקונים` };
    }),
);
