import { sql } from '#db/sql.ts';
import { products } from '../catalogue.ts';
import { check, createdAt, date, id, index, integer, moment, pgTable, text, unique, uuid } from '../columns.ts';
import { orderLines } from '../orders.ts';
import { owner, requested } from './customers.ts';

const day = (name: string) => date(name, { mode: 'string' });

/**
 * A customer's vehicles; the latest is the current one. Without a year where the customer hasn't given it. A vehicle
 * that was handed over by the store is read from its order, and has a row here once its owner has written something of
 * it, or removed it.
 */
export const garageVehicles = pgTable(
  'garage_vehicles',
  {
    uuid: id(),
    customerUid: owner(),
    vehicleUid: uuid('vehicle_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    year: integer('year'),
    createdAt: createdAt(),
    orderLineUid: uuid('order_line_uid').references(() => orderLines.uuid, { onDelete: 'cascade' }),
    /** Which piece of the line, as in `order_vehicles`. */
    unit: integer('unit'),
    /** Digits, as the owner typed them; what staff recorded with the order comes first. */
    plate: text('plate').notNull().default(''),
    kilometres: integer('kilometres'),
    /** The day on which the owner read them. */
    kilometresOn: day('kilometres_on'),
    /** The last service, and how many there were. */
    servicedOn: day('serviced_on'),
    servicedKm: integer('serviced_km'),
    services: integer('services').notNull().default(0),
    testUntil: day('test_until'),
    insuredUntil: day('insured_until'),
    /** What a reminder was last sent of: the due day, of a service the number of services before it. */
    testNotified: day('test_notified'),
    insuranceNotified: day('insurance_notified'),
    serviceNotified: integer('service_notified'),
    /** When the owner last wrote something of it; `null`: only a model to find parts for. */
    detailsAt: moment('details_at'),
    /** Of a vehicle from an order, which would otherwise return. */
    removedAt: moment('removed_at'),
    /** The owner has sold it: without reminders, and apart from the garage, until it is put back or removed. */
    soldAt: moment('sold_at'),
  },
  (t) => [
    // One that was sold makes room for another of its model and year.
    unique('garage_vehicles_same')
      .on(t.customerUid, t.vehicleUid, t.year, t.orderLineUid, t.unit, t.soldAt)
      .nullsNotDistinct(),
    index().on(t.vehicleUid),
    unique('garage_vehicles_piece_once').on(t.orderLineUid, t.unit),
    check('garage_vehicles_piece', sql`(${t.orderLineUid} is null) = (${t.unit} is null)`),
    check('garage_vehicles_numbers', sql`${t.kilometres} >= 0 and ${t.servicedKm} >= 0 and ${t.services} >= 0`),
  ],
);

/** Reminders of the vehicles of a customer who asked for them: of services, yearly tests and insurances. */
export const garageReminders = pgTable(
  'garage_reminders',
  {
    ...requested(),
    /** How long before. */
    days: integer('days').notNull(),
  },
  (t) => [index('garage_reminders_due_idx').on(t.nextCheckAt).where(sql`${t.bySms} or ${t.byEmail}`)],
);
