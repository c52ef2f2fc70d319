import { bookingBody } from '#contract/leads/bookings.ts';
import type { BookingReply } from '#domain/calendar/booking.ts';
import { validateLead } from '#domain/people/lead.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { book, cancelBooking } from './bookings.ts';
import { moveBooking } from './move.ts';

/** Action of the booking page: the posted form → the booking's secret (`null` for a filled honeypot), or errors. */
export async function receiveBooking(
  ctx: RequestContext,
  form: FormData,
): Promise<{ secret: string | null } | BookingReply> {
  const value = (name: string): string => String(form.get(name) ?? '').trim();
  const wrong: BookingReply = { message: 'חלק מהשדות אינם תקינים', errors: {} };
  const errors = { ...(value('time') === '' && { time: 'בחרו יום ושעה' }), ...validateLead(form) };
  if (Object.keys(errors).length > 0) return { ...wrong, errors };
  const parsed = bookingBody.safeParse({
    branch_uid: value('branch_uid'),
    service: value('service'),
    day: value('time').slice(0, 10),
    time: value('time').slice(11),
    product_uid: value('product_uid') || null,
    name: value('name'),
    phone: value('phone'),
    email: value('email'),
    message: value('message'),
    website: value('website'),
  });
  if (!parsed.success) return wrong;
  try {
    return { secret: await book(ctx, parsed.data) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { message: error.message, errors: error.code === 'INVALID_PHONE' ? { phone: error.message } : {} };
  }
}

/** Action of the booking page: moves it to the posted time (`null`), or the reason why not. @throws NOT_FOUND */
export async function moveByForm(
  ctx: RequestContext,
  secret: string,
  form: FormData,
): Promise<{ message: string } | null> {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(String(form.get('time') ?? '')) ?? [];
  if (!day) return { message: 'בחרו יום ושעה' };
  try {
    await moveBooking(ctx, secret, { day, time });
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'NOT_FOUND') return { message: error.message };
    throw error;
  }
}

/** Action of the booking page: cancels it (`null`), or the reason why not. @throws NOT_FOUND */
export async function cancelByForm(ctx: RequestContext, secret: string): Promise<{ message: string } | null> {
  try {
    await cancelBooking(ctx, secret);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'BOOKING_OVER') return { message: error.message };
    throw error;
  }
}
