import { z } from 'zod';
import { type CallSchema, uid } from '../common.ts';

const bookingService = z.enum(['TEST_RIDE', 'SERVICE']);
const day = z.iso.date().describe('A day in Israel').meta({ example: '2026-11-22' });
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('What clocks in Israel show')
  .meta({ example: '09:30' });

const slots = z.object({
  branch_uid: uid,
  service: bookingService,
  minutes: z.number().int(),
  /** Every day that can be shown; `times` are the free ones. `note`: a holiday, its eve, or special hours. */
  days: z.array(z.object({ day, note: z.string().nullable(), times: z.array(time) })),
});

export const bookingBody = z.strictObject({
  branch_uid: uid,
  service: bookingService,
  day,
  time,
  product_uid: uid.nullish(),
  name: z.string().trim().min(2).max(80),
  phone: z.string().trim().max(30),
  email: z.union([z.literal(''), z.email().max(254)]).default(''),
  message: z.string().trim().max(1_000).default(''),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

const booking = z.object({
  service: bookingService,
  branch: z.object({ name: z.string(), city: z.string(), address: z.string(), phone: z.string() }),
  product: z.object({ name: z.string(), slug: z.object({ name: z.string() }) }).nullable(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  state: z.enum(['booked', 'over', 'cancelled']),
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
