import { z } from 'zod';
import { bookingServices } from '#domain/calendar/booking.ts';
import { uid } from '../common.ts';
import { leadBody, leadForm } from './lead-form.ts';

export const bookingService = z.enum(bookingServices);
export const day = z.iso.date().describe('A day in Israel').meta({ example: '2026-11-22' });
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('What clocks in Israel show')
  .meta({ example: '09:30' });

export const bookingBody = z.strictObject({
  branch_uid: uid,
  service: bookingService,
  day,
  time,
  product_uid: uid.nullish(),
  name: leadBody.shape.name,
  phone: leadBody.shape.phone,
  email: leadBody.shape.email,
  message: z.string().trim().max(1_000).default(''),
  /** Honeypot: people leave it empty. */
  website: leadBody.shape.website,
});

/** The same as a form, in which a day and its time are one choice: `2026-11-22 09:30`. */
export const bookingForm = bookingBody.omit({ day: true }).extend({
  time: z.templateLiteral([day, ' ', time], 'בחרו שעה').transform((chosen) => {
    const [day = '', time = ''] = chosen.split(' ');
    return { day, time };
  }),
  phone: leadForm.shape.phone,
  email: leadForm.shape.email,
});
