import type { leads } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { toAgorot } from '#domain/money/money.ts';
import { openConfiguration } from '../../catalogue/configurator/configurations.ts';
import { currentConfigurator } from '../../catalogue/configurator/configurator.ts';
import type { OfficeContext } from '../../context.ts';
import { shopContextOf } from '../shop-context.ts';
import { type FoundVariant, selectVariants } from './find-variants.ts';

export type LineOfLead = FoundVariant & {
  /** Code of what the shopper had put together. */
  configuration: string | null;
  /** The inquiry names the model alone, which has several variants: this one is the first that can be ordered. */
  isGuess: boolean;
};

/** What an inquiry asks about, as it can be ordered today. `null`: nothing, or no more. */
export async function lineOfLead(
  ctx: OfficeContext,
  { productUid, configuration, storeUid }: typeof leads.$inferSelect,
): Promise<LineOfLead | null> {
  if (!productUid) return null;
  const variants = await selectVariants(ctx.db, storeUid, {
    where: sql`p.uuid = ${productUid}`,
    first: sql`(p.stock_policy <> 'IN_STOCK' or v.stock > 0) desc`,
  });
  const leadConfiguration = configuration;
  if (leadConfiguration) {
    const shop = await shopContextOf(ctx, storeUid);
    const configurator = await currentConfigurator(shop, productUid);
    const openedConfiguration = configurator && (await openConfiguration(shop, configurator, leadConfiguration.code));
    const built = variants.find(({ uuid }) => uuid === openedConfiguration?.variant_id);
    // One whose choices are gone isn't what was asked for: the model alone is.
    if (built && openedConfiguration?.price != null && openedConfiguration.gone.length === 0)
      return {
        ...built,
        details: leadConfiguration.choices.join(' · '),
        price_agorot: toAgorot(openedConfiguration.price),
        configuration: openedConfiguration.code,
        isGuess: false,
      };
  }
  const [first] = variants;
  return first ? { ...first, configuration: null, isGuess: leadConfiguration !== null || variants.length > 1 } : null;
}
