import type { LineChoice } from '#contract/catalogue/configurator.ts';
import type { CartItemInput } from '#contract/checkout/cart-pricing.ts';
import { configure, priceOf } from '#domain/catalogue/configurator.ts';
import { toAgorot } from '#domain/money/money.ts';
import { findConfigurations, lineChoices } from '../../catalogue/configurator/configurations.ts';
import { currentConfigurator } from '../../catalogue/configurator/configurator.ts';
import type { RequestContext } from '../../context.ts';
import type { CartErrors } from './lines.ts';

export type LineConfiguration = { code: string; choices: LineChoice[]; priceAgorot: number };

/**
 * Today's prices of the configurations of a cart. A line whose configuration is unknown, impossible or of another
 * variant falls back to the plain vehicle, with an error for the shopper.
 */
export async function priceConfigurations(ctx: RequestContext, cart: CartItemInput[]) {
  const codes = [...new Set(cart.flatMap(({ configuration }) => configuration || []))];
  const stored = await findConfigurations(ctx, codes);
  const products = [...new Set(stored.map(({ productUid }) => productUid))];
  const configurators = new Map(
    await Promise.all(products.map(async (uid) => [uid, await currentConfigurator(ctx, uid)] as const)),
  );

  function configurationOf({ id: variantUid, configuration: code }: CartItemInput): LineConfiguration | null {
    if (!code) return null;
    const configuration = stored.find((one) => one.code === code);
    const configurator = configuration && configurators.get(configuration.productUid);
    if (!configuration || !configurator) return null;
    const keys = configuration.choices.map(({ key }) => key);
    const variant = configure(configurator, keys).variants.find(({ id }) => id === variantUid);
    if (!variant) return null;
    return {
      code,
      choices: lineChoices(configurator, keys),
      priceAgorot: toAgorot(priceOf(configurator, variant, keys)),
    };
  }

  const errors: CartErrors = [];
  const corrected = cart.map((item) => {
    if (!item.configuration || configurationOf(item)) return item;
    errors.push({
      error_code: 'CONFIGURATION_UNAVAILABLE',
      message: 'ההרכבה שבחרתם כבר אינה אפשרית, והפריט חזר לגרסה הבסיסית. אפשר להרכיב מחדש בדף הדגם',
      id: item.id,
    });
    return { ...item, configuration: null };
  });
  return { cart: corrected, errors, configurationOf };
}
