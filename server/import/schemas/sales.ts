import { z } from 'zod';
import { filled, money, percent } from '#contract/file-values.ts';
import { oneOf, orEmpty, productKinds, text, whole } from './cells.ts';

const names = z.array(filled).min(1, 'is empty');
const scopeShape = {
  products: names.optional(),
  collections: names.optional(),
  brands: names.optional(),
  kinds: z.array(z.enum(productKinds)).min(1, 'is empty').optional(),
};
const scope = z.strictObject(scopeShape);
const pieces = z.number().int().min(1).max(99);
/** `OPERATOR`: of a command or the office, which an import adds where it is missing, and leaves alone otherwise. */
const rowOrigin = z.enum(['IMPORT', 'OPERATOR']);
const moment = z.iso.datetime({ offset: true, error: 'is not a time: 2026-11-01T00:00:00+02:00' });

export const saleName = filled.max(80, 'is longer than 80 characters');

const sale = z
  .strictObject({
    name: saleName,
    kind: z.enum(['PERCENT', 'FIXED', 'FIXED_PRICE', 'BUY_X_GET_Y', 'BUNDLE', 'FREE_DELIVERY']),
    percent: percent.optional(),
    amount: money.optional(),
    scope: scope.default({}),
    buy: pieces.optional(),
    get: pieces.optional(),
    reward: scope.optional(),
    bundle: z
      .array(z.strictObject({ products: names, quantity: pieces.default(1) }))
      .min(1)
      .optional(),
    min_sum: money.optional(),
    min_quantity: z.number().int().min(1).max(1_000).optional(),
    starts: moment.optional(),
    ends: moment.optional(),
    uses_limit: z.number().int().min(1).optional(),
    uses_per_customer: z.number().int().min(1).optional(),
    exclusive: z.boolean().default(false),
    priority: z.number().int().min(-1_000).max(1_000).default(0),
    by_coupon: z.boolean().default(false),
    active: z.boolean().default(true),
    origin: rowOrigin.default('IMPORT'),
  })
  .superRefine((row, context) => {
    const neededFields: Record<typeof row.kind, (keyof typeof row)[]> = {
      PERCENT: ['percent'],
      FIXED: ['amount'],
      FIXED_PRICE: ['amount'],
      BUY_X_GET_Y: ['buy', 'get'],
      BUNDLE: ['bundle', 'amount'],
      FREE_DELIVERY: [],
    };
    const special = ['percent', 'amount', 'buy', 'get', 'reward', 'bundle'] as const;
    const also = row.kind === 'BUY_X_GET_Y' ? ['percent', 'reward'] : [];
    for (const name of neededFields[row.kind])
      if (row[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is missing: a sale of the kind ${row.kind} needs it`,
        });
    for (const name of special)
      if (row[name] !== undefined && ![...neededFields[row.kind], ...also].includes(name))
        context.addIssue({ code: 'custom', path: [name], message: `means nothing for the kind ${row.kind}` });
    if (row.kind === 'BUNDLE' && Object.keys(row.scope).length > 0)
      context.addIssue({ code: 'custom', path: ['scope'], message: 'means nothing for the kind BUNDLE' });
    if (row.starts && row.ends && Date.parse(row.starts) >= Date.parse(row.ends))
      context.addIssue({ code: 'custom', path: ['ends'], message: 'is not after starts' });
  });

export const salesFile = z.array(sale);
export type SalesFile = z.output<typeof salesFile>;
export type SaleScopeFile = z.output<typeof scope>;

export const couponCode = text
  .max(60, 'is longer than 60 characters')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, 'is not a code: letters, digits, - and _');

export const couponUses = whole(1, 1_000_000);

export const couponRow = z.strictObject({
  code: couponCode,
  sale: text,
  uses_limit: orEmpty(couponUses),
  origin: orEmpty(oneOf(rowOrigin.options)),
});
export type CouponRow = z.output<typeof couponRow>;
