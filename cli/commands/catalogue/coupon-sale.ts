import type pg from 'pg';
import type { z } from 'zod';
import { OperatorError } from '#db/operator-error.ts';
import { toBasisPoints } from '#domain/money/money.ts';
import { shekels } from '#server/import/schemas/cells.ts';
import { saleName } from '#server/import/schemas/sales.ts';
import { dayOption } from '../../options.ts';

export type SaleOptions = Partial<Record<'percent' | 'amount' | 'name' | 'min-sum' | 'until' | 'per-customer', string>>;

/** A promotion by coupon on the whole cart, from the options of `coupons create`. @throws OperatorError */
export async function newSale(
  client: Pick<pg.ClientBase, 'query'>,
  storeUid: string,
  options: SaleOptions,
): Promise<string> {
  const { percent, amount, name, until } = options;
  if ((percent === undefined) === (amount === undefined))
    throw new OperatorError('A code needs --sale, or either --percent or --amount for a sale of its own');
  if (!name?.trim()) throw new OperatorError('A new sale needs --name: shoppers read it beside the discount');
  const title = asInFile('--name', saleName, name);
  const lastDay = dayOption('until', until);
  const { rows } = await client.query<{ uuid: string }>(
    `insert into sales (store_uid, name, kind, amount, min_sum_agorot, ends_at, uses_per_customer, by_coupon)
     values ($1, $2, $3, $4, $5, ($6::date + 1)::timestamp at time zone 'Asia/Jerusalem', $7, true)
     on conflict do nothing returning uuid`,
    [
      storeUid,
      title,
      percent === undefined ? 'FIXED' : 'PERCENT',
      percent === undefined ? sum('amount', amount) : basisPoints(percent),
      options['min-sum'] === undefined ? null : sum('min-sum', options['min-sum']),
      lastDay,
      options['per-customer'] === undefined ? null : count(options['per-customer']),
    ],
  );
  if (!rows[0]) throw new OperatorError(`The store has a sale "${name}" already: --sale makes another code of it`);
  return rows[0].uuid;
}

/**
 * A value by the rule of the import's files: what a command makes is exported and imported again. @throws OperatorError
 */
export function asInFile<T>(option: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new OperatorError(`${option} ${result.error.issues[0]?.message}`);
}

function sum(option: string, value: string | undefined): number {
  const agorot = shekels.safeParse(value);
  if (!agorot.success || agorot.data === 0)
    throw new OperatorError(`--${option} is a sum of shekels, such as 50 or 49.90`);
  return agorot.data;
}

function basisPoints(value: string): number {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(value) || Number(value) <= 0 || Number(value) > 100)
    throw new OperatorError('--percent is a number above 0, up to 100');
  return toBasisPoints(Number(value));
}

function count(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new OperatorError('--per-customer is a whole number from 1');
  return Number(value);
}
