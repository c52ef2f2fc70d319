import type { z } from 'zod';
import { calls as account } from './account.ts';
import { calls as blogs } from './blogs.ts';
import { calls as bookings } from './bookings.ts';
import { calls as collections } from './collections.ts';
import type { CallSchema } from './common.ts';
import { calls as configurator } from './configurator.ts';
import { calls as contacts } from './contacts.ts';
import { calls as contentPages } from './content-pages.ts';
import { calls as customers } from './customers.ts';
import { calls as documents } from './documents.ts';
import { calls as finance } from './finance.ts';
import { calls as mailing } from './mailing.ts';
import { calls as orders } from './orders.ts';
import { calls as parts } from './parts.ts';
import { calls as payments } from './payments.ts';
import { calls as products } from './products.ts';
import { calls as sales } from './sales.ts';
import { calls as search } from './search.ts';
import { calls as seo } from './seo.ts';
import { calls as signIn } from './sign-in.ts';
import { calls as stock } from './stock.ts';
import { calls as stores } from './stores.ts';

/** The whole API, by method and path. */
export const contract = {
  ...stores,
  ...products,
  ...search,
  ...configurator,
  ...parts,
  ...collections,
  ...sales,
  ...finance,
  ...orders,
  ...documents,
  ...payments,
  ...signIn,
  ...customers,
  ...account,
  ...contacts,
  ...mailing,
  ...bookings,
  ...contentPages,
  ...blogs,
  ...seo,
  ...stock,
} satisfies Record<string, CallSchema>;

export type Contract = typeof contract;
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
