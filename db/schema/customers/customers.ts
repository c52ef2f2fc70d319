import { sql } from '#db/sql.ts';
import {
  boolean,
  createdAt,
  customType,
  id,
  index,
  moment,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '../columns.ts';
import { stores } from '../stores.ts';

/**
 * A customer belongs to one store. Phones are E.164 and proved by a code. An e-mail is only typed, so several may
 * have the same: none may block another's, nor learn from a refusal that it exists here.
 */
export const customers = pgTable(
  'customers',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    phone: text('phone'),
    email: text('email'),
    /** When a mailed link to this e-mail was followed. Only a proved e-mail may choose a new password by mail alone. */
    emailVerifiedAt: moment('email_verified_at'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    passwordHash: text('password_hash'),
    image: text('image'),
    createdAt: createdAt(),
    erasedAt: moment('erased_at'),
  },
  (t) => [
    unique().on(t.storeUid, t.phone),
    index().on(t.createdAt, t.uuid),
    index('customers_person_idx').using(
      'gin',
      sql`lower(${t.firstName} || ' ' || ${t.lastName} || ' ' || coalesce(${t.phone}, '') || ' ' || coalesce(${t.email}, '')) gin_trgm_ops`,
    ),
    index('customers_email_idx').on(t.storeUid, sql`lower(${t.email})`),
    uniqueIndex('customers_verified_email_idx')
      .on(t.storeUid, sql`lower(${t.email})`)
      .where(sql`${t.emailVerifiedAt} is not null`),
  ],
);
export type CustomerRow = typeof customers.$inferSelect;

/** Of what belongs to a customer, and is deleted with the account. */
export const owner = () =>
  uuid('customer_uid')
    .notNull()
    .references(() => customers.uuid, { onDelete: 'cascade' });

/** What a customer agreed to or withdrew, when, and in which wording. The latest row of a kind is in force. */
export const consents = pgTable(
  'consents',
  {
    uuid: id(),
    customerUid: owner(),
    /** `marketing`. */
    kind: text('kind').notNull(),
    given: boolean('given').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerUid, t.kind, t.createdAt)],
);

/** How messages that a customer asks for are sent, and when the job looks again. */
export const requested = () => ({
  customerUid: uuid('customer_uid')
    .primaryKey()
    .references(() => customers.uuid, { onDelete: 'cascade' }),
  bySms: boolean('by_sms').notNull(),
  byEmail: boolean('by_email').notNull(),
  /** A day after it last looked, so that there is one message a day at most. */
  nextCheckAt: moment('next_check_at').notNull(),
  /** Of the link that ends them, as the last message contains it. */
  stopHash: text('stop_hash').unique(),
});

export const addresses = pgTable(
  'addresses',
  {
    uuid: id(),
    customerUid: owner(),
    city: text('city').notNull(),
    street: text('street').notNull().default(''),
    house: text('house').notNull().default(''),
    entrance: text('entrance').notNull().default(''),
    floor: text('floor').notNull().default(''),
    apartment: text('apartment').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    remarks: text('remarks').notNull().default(''),
    isMain: boolean('is_main').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerUid), uniqueIndex('addresses_one_main_idx').on(t.customerUid).where(sql`${t.isMain}`)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Customers' pictures. Stored here and not among the public media, so that they are deleted with the account. */
export const customerImages = pgTable(
  'customer_images',
  {
    uuid: id(),
    customerUid: owner(),
    /** WebP, redrawn from the upload. */
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.customerUid)],
);
