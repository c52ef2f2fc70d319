import { sql } from '#db/sql.ts';
import { products } from './catalogue.ts';
import { check, id, index, integer, pgTable, primaryKey, real, text, unique, uuid } from './columns.ts';
import { companies } from './stores.ts';

/**
 * Vehicles that a part fits, by model years and by chassis numbers: `ChassisRange` of
 * `domain/catalogue/parts/chassis.ts`.
 */
export const partFits = pgTable(
  'part_fits',
  {
    partUid: uuid('part_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    vehicleUid: uuid('vehicle_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    yearFrom: integer('year_from').notNull(),
    yearTo: integer('year_to').notNull(),
    chassisPrefix: text('chassis_prefix').notNull().default(''),
    chassisFrom: text('chassis_from').notNull().default(''),
    chassisTo: text('chassis_to').notNull().default(''),
  },
  (t) => [
    primaryKey({
      name: 'part_fits_pk',
      columns: [t.partUid, t.vehicleUid, t.yearFrom, t.chassisPrefix, t.chassisFrom],
    }),
    index().on(t.vehicleUid),
    check('part_fits_chassis', sql`${t.chassisFrom} ~ '^\\d{0,12}$' and ${t.chassisTo} ~ '^\\d{0,12}$'`),
  ],
);

/** A page of the parts catalogue: a diagram with numbered callouts. */
export const assemblies = pgTable(
  'assemblies',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    media: text('media').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.companyUid, t.slug)],
);

/** Vehicles built with the assembly, by model years. */
export const assemblyVehicles = pgTable(
  'assembly_vehicles',
  {
    assemblyUid: uuid('assembly_uid')
      .notNull()
      .references(() => assemblies.uuid, { onDelete: 'cascade' }),
    vehicleUid: uuid('vehicle_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    yearFrom: integer('year_from').notNull(),
    yearTo: integer('year_to').notNull(),
  },
  (t) => [primaryKey({ columns: [t.assemblyUid, t.vehicleUid] }), index().on(t.vehicleUid)],
);

/** A number in the diagram, its position in percent of the picture, and the pieces per vehicle. */
export const assemblyCallouts = pgTable(
  'assembly_callouts',
  {
    assemblyUid: uuid('assembly_uid')
      .notNull()
      .references(() => assemblies.uuid, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    x: real('x').notNull(),
    y: real('y').notNull(),
    quantity: integer('quantity').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.assemblyUid, t.number] }),
    check('assembly_callouts_on_the_picture', sql`${t.x} between 0 and 100 and ${t.y} between 0 and 100`),
  ],
);

/** Parts of a callout. Of several, the one that fits the vehicle and its year applies. */
export const calloutParts = pgTable(
  'callout_parts',
  {
    assemblyUid: uuid('assembly_uid')
      .notNull()
      .references(() => assemblies.uuid, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    partUid: uuid('part_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.assemblyUid, t.number, t.partUid] }), index().on(t.partUid)],
);
