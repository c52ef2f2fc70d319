import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { KeptQuote } from '#contract/checkout/finance.ts';
import type { KeptConfiguration, KeptQuoteItem } from '#contract/customers/account.ts';
import type { Db } from '#db/client.ts';
import {
  configurations,
  financeQuotes,
  products,
  savedConfigurations,
  savedQuotes,
  variants,
} from '#db/schema/index.ts';
import { and, desc, eq, gt, inArray, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { MAX_SAVED } from '#domain/people/account-limits.ts';
import { mainImagesOfVariants } from '../../catalogue/cards/images.ts';
import { lineChoices, openConfiguration } from '../../catalogue/configurator/configurations.ts';
import { getConfigurator } from '../../catalogue/configurator/configurator.ts';
import { QUOTE_DAYS } from '../../checkout/finance/kept-quotes.ts';
import { type QuoteRequest, reopenQuote, requote } from '../../checkout/finance/quotes.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { Refusal, refuse } from '../../platform/errors.ts';

/** New entries, split by how many there is room for. */
async function fitIn<T extends { uuid: string }>(tx: Db, table: Saved, customerUid: string, entries: T[]) {
  await lockCustomer(tx, customerUid);
  const savedRows = await tx
    .select({ uuid: thingOf(table) })
    .from(table)
    .where(eq(table.customerUid, customerUid));
  const savedUids = new Set(savedRows.map(({ uuid }) => uuid));
  const newEntries = entries.filter(({ uuid }) => !savedUids.has(uuid));
  const room = Math.max(0, MAX_SAVED - savedUids.size);
  return { added: newEntries.slice(0, room), left: newEntries.slice(room) };
}

type Saved = typeof savedConfigurations | typeof savedQuotes;
const thingOf = (table: Saved) => ('quoteUid' in table ? table.quoteUid : table.configurationUid);

/**
 * As many as there is room for; codes unknown to the store are dropped.
 * @returns how many were new; `left` are those without room
 */
export async function saveConfigurations(
  ctx: RequestContext,
  tx: Db,
  codes: string[],
): Promise<{ added: number; left: string[] }> {
  const { uuid: customerUid } = requireCustomer(ctx);
  if (codes.length === 0) return { added: 0, left: [] };
  const existing = await tx
    .select({ uuid: configurations.uuid, code: configurations.code })
    .from(configurations)
    .where(and(eq(configurations.storeUid, ctx.store.uuid), inArray(configurations.code, codes)));
  const { added, left } = await fitIn(tx, savedConfigurations, customerUid, existing);
  const rows = added.map(({ uuid }) => ({ customerUid, configurationUid: uuid, createdAt: ctx.now() }));
  if (rows.length > 0) await tx.insert(savedConfigurations).values(rows);
  return { added: added.length, left: left.map(({ code }) => code) };
}

/**
 * As many as there is room for; expired quotes are dropped.
 * @returns how many were new; `left` are those without room
 */
export async function saveQuotes(
  ctx: RequestContext,
  tx: Db,
  uids: string[],
): Promise<{ added: number; left: string[] }> {
  const { uuid: customerUid } = requireCustomer(ctx);
  if (uids.length === 0) return { added: 0, left: [] };
  const oldest = new Date(ctx.now().getTime() - QUOTE_DAYS * DAY_MS);
  const existing = await tx
    .select({ uuid: financeQuotes.uuid })
    .from(financeQuotes)
    .where(
      and(
        eq(financeQuotes.storeUid, ctx.store.uuid),
        inArray(financeQuotes.uuid, uids),
        gt(financeQuotes.createdAt, oldest),
      ),
    );
  const { added, left } = await fitIn(tx, savedQuotes, customerUid, existing);
  const rows = added.map(({ uuid }) => ({ customerUid, quoteUid: uuid, createdAt: ctx.now() }));
  if (rows.length > 0) await tx.insert(savedQuotes).values(rows);
  return { added: added.length, left: left.map(({ uuid }) => uuid) };
}

/** @throws SAVED_FULL where something had no room */
const refuseLeft = ({ left }: { left: string[] }): void => {
  if (left.length > 0) throw refuse('SAVED_FULL');
};

/** @throws NOT_FOUND for a code of no configuration of this store, SAVED_FULL */
export async function saveConfiguration(ctx: RequestContext, code: string): Promise<void> {
  requireCustomer(ctx);
  const [configuration] = await ctx.db
    .select({ uuid: configurations.uuid })
    .from(configurations)
    .where(and(eq(configurations.storeUid, ctx.store.uuid), eq(configurations.code, code)));
  if (!configuration) throw refuse('NOT_FOUND');
  await ctx.db.transaction(async (tx) => refuseLeft(await saveConfigurations(ctx, tx, [code])));
}

/** @throws NOT_FOUND for another store's quote or an expired one, FINANCE_UNAVAILABLE, SAVED_FULL */
export async function saveQuote(ctx: RequestContext, uid: string): Promise<void> {
  requireCustomer(ctx);
  await reopenQuote(ctx, uid);
  await ctx.db.transaction(async (tx) => refuseLeft(await saveQuotes(ctx, tx, [uid])));
}

/** @throws NOT_FOUND when it isn't the customer's */
export async function deleteConfiguration(ctx: RequestContext, code: string): Promise<void> {
  const { uuid } = requireCustomer(ctx);
  const removed = await ctx.db
    .delete(savedConfigurations)
    .where(
      and(
        eq(savedConfigurations.customerUid, uuid),
        inArray(
          savedConfigurations.configurationUid,
          ctx.db.select({ uuid: configurations.uuid }).from(configurations).where(eq(configurations.code, code)),
        ),
      ),
    )
    .returning({ uuid: savedConfigurations.configurationUid });
  if (removed.length === 0) throw refuse('NOT_FOUND');
}

/** @throws NOT_FOUND when it isn't the customer's */
export async function deleteQuote(ctx: RequestContext, uid: string): Promise<void> {
  const { uuid } = requireCustomer(ctx);
  const removed = await ctx.db
    .delete(savedQuotes)
    .where(and(eq(savedQuotes.customerUid, uuid), eq(savedQuotes.quoteUid, uid)))
    .returning({ uuid: savedQuotes.quoteUid });
  if (removed.length === 0) throw refuse('NOT_FOUND');
}

export async function getSavedConfigurations(ctx: RequestContext): Promise<KeptConfiguration[]> {
  const { uuid } = requireCustomer(ctx);
  const rows = await ctx.db
    .select({
      code: configurations.code,
      product: { id: products.uuid, name: products.name, slug: products.slug },
      savedAt: savedConfigurations.createdAt,
    })
    .from(savedConfigurations)
    .innerJoin(configurations, eq(configurations.uuid, savedConfigurations.configurationUid))
    .innerJoin(products, eq(products.uuid, configurations.productUid))
    .where(and(eq(savedConfigurations.customerUid, uuid), eq(configurations.storeUid, ctx.store.uuid)))
    .orderBy(desc(savedConfigurations.createdAt), configurations.code);
  const uids = [...new Set(rows.map(({ product }) => product.id))];
  const configurators = new Map(
    await Promise.all(uids.map(async (uid) => [uid, await getConfigurator(ctx, uid)] as const)),
  );
  return Promise.all(
    rows.map(async ({ code, product: { slug, ...product }, savedAt }): Promise<KeptConfiguration> => {
      const configurator = configurators.get(product.id) ?? null;
      const today = configurator && (await openConfiguration(ctx, configurator, code));
      return {
        code,
        product: { ...product, slug: { name: slug } },
        choices: today && configurator ? lineChoices(configurator, today.choices) : [],
        price: today?.price ?? null,
        gone: today?.gone ?? [],
        image: configurator?.variants.find(({ id }) => id === today?.variant_id)?.image ?? null,
        saved_at: savedAt.toISOString(),
      };
    }),
  );
}

export async function getSavedQuotes(ctx: RequestContext): Promise<KeptQuoteItem[]> {
  const { uuid } = requireCustomer(ctx);
  const rows = await ctx.db
    .select({
      uid: financeQuotes.uuid,
      kept: financeQuotes.quote,
      requested: financeQuotes.requested,
      keptAt: financeQuotes.createdAt,
      savedAt: savedQuotes.createdAt,
      sku: variants.sku,
      variantUid: variants.uuid,
      product: { id: products.uuid, name: products.name, slug: products.slug },
    })
    .from(savedQuotes)
    .innerJoin(financeQuotes, eq(financeQuotes.uuid, savedQuotes.quoteUid))
    .leftJoin(variants, sql`${variants.uuid} = (${financeQuotes.requested} ->> 'variant_id')::uuid`)
    .leftJoin(products, eq(products.uuid, variants.productUid))
    .where(
      and(
        eq(savedQuotes.customerUid, uuid),
        eq(financeQuotes.storeUid, ctx.store.uuid),
        gt(financeQuotes.createdAt, new Date(ctx.now().getTime() - QUOTE_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(savedQuotes.createdAt), financeQuotes.uuid);
  const images = await mainImagesOfVariants(
    ctx,
    rows.flatMap(({ variantUid }) => variantUid ?? []),
  );
  return Promise.all(
    rows.map(async ({ uid, kept, requested, keptAt, savedAt, sku, variantUid, product }): Promise<KeptQuoteItem> => {
      const today = await todayOf(ctx, uid, { requested: requested as QuoteRequest, quote: kept as FinanceQuote });
      return {
        uid,
        product: product && { id: product.id, name: product.name, slug: { name: product.slug } },
        image: (variantUid && images.get(variantUid)) || null,
        variant_sku: sku,
        quote: today?.quote ?? null,
        kept: kept as FinanceQuote,
        changed: today?.changed ?? false,
        saved_at: savedAt.toISOString(),
        valid_until: new Date(keptAt.getTime() + QUOTE_DAYS * DAY_MS).toISOString(),
      };
    }),
  );
}

/** `null` for what can't be offered any more: the vehicle is gone, or no plan finances such a sum. */
async function todayOf(
  ctx: RequestContext,
  uid: string,
  storedQuote: Parameters<typeof requote>[2],
): Promise<KeptQuote | null> {
  try {
    return await requote(ctx, uid, storedQuote);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
