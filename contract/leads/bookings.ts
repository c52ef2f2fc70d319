import { z } from 'zod';
import { type CallSchema, uid } from '../common.ts';
import { bookingBody, bookingService, day, time } from './booking-form.ts';

/** Of which the handover is booked from its order's page. */
const anyService = z.enum([...bookingService.options, 'HANDOVER']);

const slots = z.object({
  branch_uid: uid,
  service: anyService,
  minutes: z.number().int(),
  /** Every day that can be shown; `times` are the free ones. `note`: a holiday, its eve, or special hours. */
  days: z.array(z.object({ day, note: z.string().nullable(), times: z.array(time) })),
});

const booking = z.object({
  service: anyService,
  branch: z.object({
    ...{ name: z.string(), city: z.string(), address: z.string(), phone: z.string() },
    /** Degrees; `null` where its place isn't known. */
    ...{ lat: z.number().nullable(), lng: z.number().nullable() },
  }),
  product: z.object({ name: z.string(), slug: z.object({ name: z.string() }) }).nullable(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** `delivered`: of a handover, whose vehicle the buyer has already. */
  state: z.enum(['booked', 'over', 'cancelled', 'delivered']),
  /** How often it was moved, and how often it still can be. */
  moves: z.number().int(),
  moves_left: z.number().int(),
  /** Channels of its confirmation, and whether a reminder will follow. */
  told_by: z.array(z.enum(['email', 'sms'])),
  reminder: z.boolean(),
});

const secret = z.string().min(1).max(100);

export const calls = {
  'GET /api/bookings/get-slots': {
    summary: 'Free times of a service at a branch',
    query: z.object({ branch_uid: uid, service: bookingService }),
    response: slots,
  },
  'POST /api/bookings/create': {
    summary: 'Books a test ride or a service visit',
    body: bookingBody,
    /** `null` for a filled honeypot. */
    response: z.object({ secret: z.string().nullable() }),
  },
  'GET /api/bookings/get-booking': {
    summary: 'A booking, for whoever has its secret',
    query: z.object({ secret }),
    response: booking,
  },
  'POST /api/bookings/move': {
    summary: 'Moves a booking to another free time of its branch; to the time that it has, does nothing',
    body: z.strictObject({ secret, day, time }),
    response: booking,
  },
  'POST /api/bookings/cancel': {
    summary: 'Cancels a booking; once more does nothing',
    body: z.strictObject({ secret }),
    response: booking,
  },
} satisfies Record<string, CallSchema>;

export type Slots = z.infer<typeof slots>;
export type Booking = z.infer<typeof booking>;
export type BookingBody = z.output<typeof bookingBody>;
