import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { bookingServices } from '#domain/calendar/booking.ts';
import { EMAIL } from '#domain/people/email.ts';
import {
  blockHours,
  bookByStaff,
  cancelByStaff,
  moveByStaff,
  noteNoShow,
  unblockHours,
} from '../../leads/bookings/staff.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { day } from '../list.ts';

const booking = z.uuid();
/** When the visit was to be, as the calendar showed it. */
const seen = z.iso.datetime().transform((at) => new Date(at));
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'שעה כמו 09:30');
const service = z.enum(bookingServices);
const anyService = z.enum([...bookingServices, 'HANDOVER']);
const checked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** To another time at the same branch; the customer is notified. */
export const moveBooking = officeCall(
  {
    name: 'bookings.move',
    permission: 'bookings.edit',
    input: z.object({
      booking,
      seen,
      day,
      time,
      seat: z.coerce.number().int().min(0).max(50).optional(),
      outside_hours: checked,
    }),
    kind: 'write',
    entity: 'booking',
  },
  (ctx, { booking, seen, day, time, seat, outside_hours }) =>
    moveByStaff(ctx, booking, { day, time, seat, outsideHours: outside_hours }, seen),
);

/** For a customer on the telephone, who is notified. */
export const createBooking = officeCall(
  {
    name: 'bookings.create',
    permission: 'bookings.edit',
    input: z.object({
      in_store: z.uuid(),
      branch: z.uuid(),
      service,
      day,
      time,
      name: z.string().trim().min(2, 'הזינו שם').max(80),
      phone: z.string().trim().min(1, 'הזינו מספר טלפון').max(30),
      email: z.email({ pattern: EMAIL, error: 'כתובת דוא״ל לא תקינה' }).max(254).optional(),
      message: z.string().trim().max(1_000).default(''),
      outside_hours: checked,
    }),
    kind: 'write',
  },
  (ctx, { in_store, branch, outside_hours, email, ...visit }) => {
    if (!ctx.stores.includes(in_store)) throw refuse('NOT_FOUND');
    return bookByStaff(ctx, {
      ...visit,
      storeUid: in_store,
      branchUid: branch,
      email: email ?? null,
      outsideHours: outside_hours,
    });
  },
);

/** The customer is notified. */
export const cancelBooking = officeCall(
  {
    name: 'bookings.cancel',
    permission: 'bookings.edit',
    input: z.object({ booking, seen, reason: z.string().trim().max(300).optional() }),
    kind: 'write',
    entity: 'booking',
  },
  (ctx, { booking, seen }) => cancelByStaff(ctx, booking, seen),
);

/** `came`: takes it back. */
export const noShow = officeCall(
  {
    name: 'bookings.noShow',
    permission: 'bookings.edit',
    input: z.object({ booking, came: checked }),
    kind: 'write',
    entity: 'booking',
  },
  (ctx, { booking, came }) => noteNoShow(ctx, booking, came),
);

export const block = officeCall(
  {
    name: 'bookings.block',
    permission: 'bookings.block',
    input: z.object({
      branch: z.uuid(),
      service: anyService.optional(),
      day,
      from: time,
      to: time,
      text: z.string().trim().max(120).default(''),
      despite_bookings: checked,
    }),
    kind: 'write',
  },
  async (ctx, { branch, service, day, from, to, text, despite_bookings }) => {
    await refuseUnlessWhole(ctx, branch);
    await blockHours(ctx, {
      ...{ branchUid: branch, service: service ?? null, day, from, to, reason: text },
      despiteBookings: despite_bookings,
    });
  },
);

export const unblock = officeCall(
  { name: 'bookings.unblock', permission: 'bookings.block', input: z.object({ block: z.uuid() }), kind: 'write' },
  async (ctx, { block }) => {
    const { rows } = await ctx.db.execute<{ branch: string }>(
      sql`select branch_uid as branch from booking_blocks where uuid = ${block}`,
    );
    if (!rows[0]) throw refuse('NOT_FOUND');
    await refuseUnlessWhole(ctx, rows[0].branch);
    await unblockHours(ctx, block);
  },
);

/** Hours are the branch's: they are blocked for all of its stores, so that the permission is needed in all of them. */
async function refuseUnlessWhole(ctx: Allowed, branch: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ store: string }>(
    sql`select store_uid as store from branch_stores where branch_uid = ${branch}`,
  );
  if (!rows.some(({ store }) => ctx.stores.includes(store))) throw refuse('NOT_FOUND');
  if (!rows.every(({ store }) => ctx.stores.includes(store)))
    throw refuse('FORBIDDEN', { message: 'הסניף משותף גם לחנויות שאין לכם בהן הרשאה לחסום שעות' });
}
