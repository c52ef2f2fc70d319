import { bookingForm } from '#contract/leads/booking-form.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { book, cancelBooking } from './bookings.ts';
import { bookHandover } from './handover-date.ts';
import { moveBooking } from './move.ts';

/** Action of the booking page: the posted form → the booking's secret (`null` for a filled honeypot), or errors. */
export async function receiveBooking(
  ctx: RequestContext,
  form: FormData,
): Promise<{ secret: string | null } | FormReply> {
  const { data, errors, values } = parseForm(bookingForm, form);
  if (errors) return { errors, values };
  try {
    return { secret: await book(ctx, { ...data, ...data.time }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: error.code === 'INVALID_PHONE' ? { phone: error.message } : {}, values, message: error.message };
  }
}

type Chosen = (ctx: RequestContext, secret: string, at: { day: string; time: string }) => Promise<unknown>;

/** Does what was chosen with the posted time (`null`), or tells the reason why not. */
const byTime =
  (take: Chosen) =>
  async (ctx: RequestContext, secret: string, form: FormData): Promise<{ message: string } | null> => {
    const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(String(form.get('time') ?? '')) ?? [];
    if (!day) return { message: 'בחרו יום ושעה' };
    try {
      await take(ctx, secret, { day, time });
      return null;
    } catch (error) {
      if (error instanceof Refusal && error.status !== 404) return { message: error.message };
      throw error;
    }
  };

/** Action of the booking page: moves it. @throws NOT_FOUND */
export const moveByForm = byTime(moveBooking);
/** Action of the page of an order's tasks: books its handover. @throws ORDER_NOT_FOUND */
export const bookByForm = byTime(bookHandover);

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
