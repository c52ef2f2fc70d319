import { z } from 'zod';
import { type CallSchema, image, money, slug, storeQuery, uid } from '../common.ts';
import { variantValue } from './products.ts';

/** Key of a choice within its product: `wheels-spoked`. */
const choiceKey = z.string().min(1).max(60);
export const configurationCode = z.string().min(1).max(40);

const configuratorChoice = z.object({
  key: choiceKey,
  name: z.string(),
  text: z.string(),
  /** Price difference; negative when the choice is cheaper. */
  price: money,
  default: z.boolean(),
  /** SKUs that remain when it is chosen; empty: all. */
  variants: z.array(z.string()),
  color: variantValue.nullable(),
  image: image.nullable(),
});

const configuratorRule = z.object({
  choice: choiceKey,
  /** `requires`: one of `others`; `excludes`: all of them. */
  kind: z.enum(['requires', 'excludes']),
  others: z.array(choiceKey),
  reason: z.string(),
});

const configurator = z.object({
  product_uid: uid,
  groups: z.array(z.object({ name: z.string(), multiple: z.boolean(), choices: z.array(configuratorChoice) })),
  rules: z.array(configuratorRule),
  variants: z.array(
    z.object({ id: uid, sku: z.string(), price: money, available: z.boolean(), image: image.nullable() }),
  ),
});

/** What was chosen in one group, as carts and orders show it. */
export const lineChoice = z.object({ group: z.string(), name: z.string(), price: money });

const brokenRule = z.object({
  code: z.enum(['UNKNOWN_CHOICE', 'CHOICE_MISSING', 'ONLY_ONE', 'REQUIRES', 'EXCLUDES', 'NO_VARIANT']),
  choice: z.string().nullable(),
  others: z.array(z.string()),
  reason: z.string(),
  message: z.string(),
});

const savedConfiguration = z.object({
  code: configurationCode,
  product_uid: uid,
  /** The choices available today, missing ones filled in. */
  choices: z.array(choiceKey),
  price: money.nullable(),
  variant_id: uid.nullable(),
  sku: z.string().nullable(),
  /** Names of choices that are no longer offered or now break a rule. */
  gone: z.array(z.string()),
});

export const calls = {
  'GET /api/variants/get-configurator': {
    summary:
      'What can be chosen of a vehicle, with prices and rules; `null` when nothing can. `config` reopens a configuration',
    query: storeQuery.extend({ product: slug, config: configurationCode.optional() }),
    response: z.object({ configurator: configurator.nullable(), configuration: savedConfiguration.nullable() }),
  },
  'POST /api/variants/configure': {
    summary:
      'Checks a configuration: its price and variant, or the rules it breaks; `save` gives a possible one a code',
    body: z.strictObject({
      product_uid: uid,
      choices: z.array(choiceKey).max(100),
      save: z.boolean().default(false),
    }),
    response: z.object({
      possible: z.boolean(),
      choices: z.array(choiceKey),
      price: money.nullable(),
      variant_id: uid.nullable(),
      sku: z.string().nullable(),
      available: z.boolean(),
      broken: z.array(brokenRule),
      code: configurationCode.nullable(),
    }),
  },
} satisfies Record<string, CallSchema>;

export type Configurator = z.infer<typeof configurator>;
export type ConfiguratorChoice = z.infer<typeof configuratorChoice>;
export type SavedConfiguration = z.infer<typeof savedConfiguration>;
export type LineChoice = z.infer<typeof lineChoice>;
