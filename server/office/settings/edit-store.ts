import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { edited } from '../store-files/edited-input.ts';
import { editStore } from '../store-files/store-file.ts';
import { lockStores, refuseOfficeDomain } from '../stores/create-store.ts';
import { missingBeforeOpening } from '../stores/missing-before-opening.ts';

type Values = Record<string, unknown>;
type Edit = { store: string; was: Values; now: Values };

/** Which parts of the store's `store.json` each panel edits (docs/import-format.md). */
export const sections = {
  identity: [
    ...['name', 'name_en', 'position', 'public_domain', 'logo', 'footer_logo', 'favicon', 'seo', 'email', 'lead_email'],
    ...['sms_sender', 'whatsapp', 'contact_hours', 'leads_kept_months', 'social', 'frame_hosts'],
  ],
  theme: ['template_settings', 'product_sections'],
  purchase: ['purchase', 'road_fees', 'handover', 'licence_note', 'licence_notes'],
  words: ['booking_words', 'home_visit', 'vehicle_names', 'popular_searches', 'filters'],
  messages: ['order_words'],
  deliveries: ['delivery_zones', 'deliveries'],
  finance: ['finance'],
};
export type Section = keyof typeof sections;

/** A panel's call: by the importer's rules, and of the file only its own part. */
const editSection = (section: Section, prepare?: (tx: Db, ctx: Allowed, edit: Edit) => Promise<Values>) =>
  officeCall(
    {
      name: `settings.edit-${section}`,
      permission: 'settings.edit',
      input: z.object({ store: z.uuid(), ...edited }),
      kind: 'write',
      draftable: true,
      entity: 'store',
    },
    (ctx: Allowed, { store, was, now }) =>
      ctx.db.transaction(async (tx) => {
        const prepared = prepare ? await prepare(tx, ctx, { store, was, now }) : now;
        const about = [{ ...ctx, db: tx }, store] as const;
        const before = await missingToStart(...about);
        await editStore(tx, ctx, { store, names: sections[section], was, now: prepared });
        const fields = (await missingToStart(...about)).filter((one) =>
          before.every(({ message }) => message !== one.message),
        );
        if (fields.length > 0)
          throw refuse('BAD_REQUEST', { message: fields.map(({ message }) => message).join('. '), fields });
      }),
  );

/** Where the form shows what of these steps is missing. */
const START = { domain: 'public_domain', messages: 'email', payment: 'purchase' };

/**
 * What a store needs that shoppers come to, or else live mode doesn't start any more (`server/readiness/live-mode.ts`):
 * nobody would notice before the next restart, which then ends every store.
 */
async function missingToStart(ctx: Allowed, store: string): Promise<{ path: string; message: string }[]> {
  if (ctx.env.MODE !== 'live') return [];
  const [row] = await ctx.db.select({ status: stores.status }).from(stores).where(eq(stores.uuid, store));
  if (!row || row.status === 'under_construction') return [];
  const steps = await missingBeforeOpening(ctx, store);
  return Object.entries(START).flatMap(([name, path]) =>
    steps
      .filter(({ step, state }) => step === name && state === 'missing')
      .map(({ title, detail }) => ({ path, message: `${title}: ${detail}` })),
  );
}

export const editIdentity = editSection('identity', async (tx, { env }, { was, now }) => {
  const domain = now.public_domain;
  if (typeof domain !== 'string' || domain === was.public_domain) return now;
  // Before the store's own row, as whoever makes a store does.
  await lockStores(tx);
  refuseOfficeDomain(env, 'public_domain', domain);
  return now;
});
export const editTheme = editSection('theme');
export const editPurchase = editSection('purchase');
export const editWords = editSection('words');
export const editMessages = editSection('messages');
export const editFinance = editSection('finance');

const rowsIn = (value: unknown): Values[] | null =>
  z.array(z.record(z.string(), z.unknown())).safeParse(value).data ?? null;

/** What is new in the form has no key yet. What of it is of another shape is left for the rules to refuse. */
export const editDeliveries = editSection('deliveries', async (tx, _, { store, now }) => {
  const zones = rowsIn(now.delivery_zones)?.map((zone) => ({ ...zone, key: zone.key ?? zone.name }));
  const deliveries = rowsIn(now.deliveries);
  if (!zones || !deliveries) return now;
  const used = new Set(deliveries.flatMap(({ prices }) => rowsIn(prices)?.map(({ zone }) => zone) ?? []));
  // A zone is stored with the prices that name it: another one would be lost without a word.
  const fields = zones.flatMap(({ key }, at) =>
    used.has(key)
      ? []
      : [{ path: `delivery_zones.${at}`, message: 'אין מחיר לאזור הזה. הוסיפו מחיר או הסירו את האזור' }],
  );
  if (fields.length > 0) throw refuse('BAD_REQUEST', { message: 'יש מה לתקן לפני השמירה', fields });
  const { rows } = await tx.execute<{ key: string }>(
    sql`select key from delivery_types where store_uid = ${store} for update`,
  );
  // Also of those that are not offered any more: old orders name them.
  const takenKeys = new Set([...rows.map(({ key }) => key), ...deliveries.map(({ key }) => key)]);
  return {
    ...now,
    delivery_zones: zones,
    deliveries: deliveries.map((one) => ({ ...one, key: one.key ?? newKey(one) })),
  };

  function newKey({ kind }: Values): string {
    const base = String(kind ?? 'delivery').toLowerCase();
    let key = base;
    for (let at = 2; takenKeys.has(key); at++) key = `${base}-${at}`;
    takenKeys.add(key);
    return key;
  }
});

/** Offers a delivery type again that was taken off the list, as the last of it. */
export const restoreDelivery = officeCall(
  {
    name: 'settings.restore-delivery',
    permission: 'settings.edit',
    input: z.object({ store: z.uuid(), delivery: z.uuid() }),
    kind: 'write',
    draftable: true,
    entity: 'store',
  },
  async (ctx, { store, delivery }) => {
    const { rows } = await ctx.db.execute<{ name: string }>(sql`
      update delivery_types set active = true, position = (select coalesce(max(position), 0) + 1 from delivery_types where store_uid = ${store})
      where uuid = ${delivery} and store_uid = ${store} and not active returning name`);
    if (!rows[0]) throw refuse('NOT_FOUND');
    return { message: `${rows[0].name} מוצע שוב בחנות` };
  },
);
