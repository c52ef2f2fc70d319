import type { z } from 'zod';
import { calls as collections } from './catalogue/collections.ts';
import { calls as configurator } from './catalogue/configurator.ts';
import { calls as parts } from './catalogue/parts.ts';
import { calls as products } from './catalogue/products.ts';
import { calls as search } from './catalogue/search.ts';
import { calls as stock } from './catalogue/stock.ts';
import { calls as cartPricing } from './checkout/cart-pricing.ts';
import { calls as documents } from './checkout/documents.ts';
import { calls as finance } from './checkout/finance.ts';
import { calls as orderTasks } from './checkout/order-tasks.ts';
import { calls as orders } from './checkout/orders.ts';
import { calls as payments } from './checkout/payments.ts';
import type { CallSchema } from './common.ts';
import { calls as blogs } from './content/blogs.ts';
import { calls as contentPages } from './content/content-pages.ts';
import { calls as seo } from './content/seo.ts';
import { calls as account } from './customers/account.ts';
import { calls as customers } from './customers/customers.ts';
import { calls as signIn } from './customers/sign-in.ts';
import { calls as bookings } from './leads/bookings.ts';
import { calls as contacts } from './leads/contacts.ts';
import { calls as mailing } from './leads/mailing.ts';
import { calls as reviews } from './leads/reviews.ts';
import { calls as tradeIns } from './leads/trade-ins.ts';
import { calls as stores } from './stores.ts';

/** The whole API, by method and path. */
export const contract = {
  ...stores,
  ...products,
  ...search,
  ...configurator,
  ...parts,
  ...collections,
  ...cartPricing,
  ...finance,
  ...orders,
  ...orderTasks,
  ...documents,
  ...payments,
  ...signIn,
  ...customers,
  ...account,
  ...contacts,
  ...mailing,
  ...bookings,
  ...reviews,
  ...tradeIns,
  ...contentPages,
  ...blogs,
  ...seo,
  ...stock,
} satisfies Record<string, CallSchema>;

type Contract = typeof contract;
export type CallName = keyof Contract;

type Field<C, K extends string, Default> = C extends Record<K, infer S extends z.ZodType> ? z.output<S> : Default;
type FieldInput<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined;

/** What a handler receives, parsed. */
export type CallInput<N extends CallName> = {
  params: Field<Contract[N], 'params', Record<string, never>>;
  query: Field<Contract[N], 'query', Record<string, never>>;
  headers: Field<Contract[N], 'headers', Record<string, unknown>>;
  body: Field<Contract[N], 'body', undefined>;
};

/** What a caller sends. */
export type CallArguments<N extends CallName> = {
  [K in 'params' | 'query' | 'body' | 'headers' as FieldInput<Contract[N], K> extends undefined
    ? never
    : K]: FieldInput<Contract[N], K>;
};

export type CallReply<N extends CallName> = z.output<Contract[N]['response']>;
