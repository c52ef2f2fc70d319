import { createHash } from 'node:crypto';
import type { Configurator, LineChoice, SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { CallReply } from '#contract/index.ts';
import { configurations } from '#db/schema/index.ts';
import { and, eq, inArray, or } from '#db/sql.ts';
import { configure } from '#domain/catalogue/configurator.ts';
import { reopen } from '#domain/catalogue/configurator-change.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { getConfigurator } from './configurator.ts';

type Stored = { key: string; name: string };
export type StoredConfiguration = { code: string; productUid: string; choices: Stored[] };

/** No vowels and nothing that looks like something else, so that a code is read out easily and spells no word. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const LENGTH = 10;

/** The same choices always have the same code: a cart merges them, and sharing twice keeps one row. */
function codeOf(storeUid: string, productUid: string, keys: string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([storeUid, productUid, [...keys].sort()]))
    .digest();
  return [...hash.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

type Asked = { product_uid: string; choices: string[]; save: boolean };

/** Whether a configuration is valid; its price and variant. @throws NOT_FOUND where the product has no configurator */
export async function checkConfiguration(
  ctx: RequestContext,
  { product_uid, choices, save }: Asked,
): Promise<CallReply<'POST /api/variants/configure'>> {
  const configurator = await getConfigurator(ctx, product_uid);
  if (!configurator) throw refuse('NOT_FOUND');
  const configuration = configure(configurator, choices);
  const possible = configuration.variant !== null;
  return {
    possible,
    choices: configuration.choices,
    price: configuration.price,
    variant_id: configuration.variant?.id ?? null,
    sku: configuration.variant?.sku ?? null,
    available: configuration.variant?.available ?? false,
    broken: configuration.broken,
    code: save && possible ? await saveConfiguration(ctx, configurator, configuration.choices) : null,
  };
}

async function saveConfiguration(ctx: RequestContext, configurator: Configurator, keys: string[]): Promise<string> {
  const code = codeOf(ctx.store.uuid, configurator.product_uid, keys);
  await takeOrRefuse(ctx, [{ policy: 'configuration' }]);
  const names = new Map(configurator.groups.flatMap(({ choices }) => choices.map(({ key, name }) => [key, name])));
  const choices: Stored[] = keys.map((key) => ({ key, name: names.get(key) ?? '' }));
  await ctx.db
    .insert(configurations)
    .values({ storeUid: ctx.store.uuid, productUid: configurator.product_uid, code, choices, createdAt: ctx.now() })
    .onConflictDoNothing();
  return code;
}

/** Stored configurations of this store, by code or uuid. */
export async function findConfigurations(ctx: RequestContext, codes: string[]): Promise<StoredConfiguration[]> {
  const wellFormed = codes.filter((code) => /^[\da-z-]{1,40}$/i.test(code));
  if (wellFormed.length === 0) return [];
  const uuids = codes.filter(isUuid);
  const rows = await ctx.db
    .select({ code: configurations.code, productUid: configurations.productUid, choices: configurations.choices })
    .from(configurations)
    .where(
      and(
        eq(configurations.storeUid, ctx.store.uuid),
        or(
          inArray(configurations.code, wellFormed),
          uuids.length > 0 ? inArray(configurations.uuid, uuids) : undefined,
        ),
      ),
    );
  return rows.map((row) => ({ ...row, choices: row.choices as Stored[] }));
}

/** A stored configuration with what it is today. `null` for an unknown code or another product's. */
export async function openConfiguration(
  ctx: RequestContext,
  configurator: Configurator,
  code: string,
): Promise<SavedConfiguration | null> {
  const [stored] = await findConfigurations(ctx, [code]);
  if (stored?.productUid !== configurator.product_uid) return null;
  const choices = reopen(
    configurator,
    stored.choices.map(({ key }) => key),
  );
  const configuration = configure(configurator, choices);
  return {
    code: stored.code,
    product_uid: stored.productUid,
    choices,
    price: configuration.price,
    variant_id: configuration.variant?.id ?? null,
    sku: configuration.variant?.sku ?? null,
    gone: stored.choices.filter(({ key }) => !choices.includes(key)).map(({ name }) => name),
  };
}

/** What was chosen, by group: with the base price they add up to the configuration's price. */
export const lineChoices = (configurator: Configurator, keys: string[]): LineChoice[] =>
  configurator.groups.flatMap((group) =>
    group.choices
      .filter(({ key }) => keys.includes(key))
      .map(({ name, price }) => ({ group: group.name, name, price })),
  );
