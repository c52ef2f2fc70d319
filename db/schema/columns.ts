import { bigint, customType, timestamp, uuid } from '../../node_modules/drizzle-orm/pg-core/index.cjs';

/** Drizzle's tables and columns, by one door: `sql.ts` says why. */
export * from '../../node_modules/drizzle-orm/pg-core/index.cjs';

/** Primary key of every table that the contract names by `uuid`. */
export const id = () => uuid('uuid').primaryKey().defaultRandom();

/** Money: whole agorot, VAT included. */
export const agorot = (name: string) => bigint(name, { mode: 'number' });

export const moment = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => moment('created_at').notNull().defaultNow();

/** Terms with weights, as written by the importer; compared in SQL only. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' });
