import { bookingNames } from '#domain/calendar/booking.ts';
import { readBooking } from '#server/leads/bookings/bookings.ts';
import { calendarOf } from '#server/leads/bookings/calendar-file.ts';
import { secretHash } from '#server/platform/keyed-hash.ts';
import { siteUrl } from '#server/platform/site-url.ts';
import { contextOf } from '~/context.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/booking-calendar.ts';

/** The booking for the visitor's own calendar. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const ctx = contextOf(context);
  const booking = await readBooking(ctx, params.secret).catch(notFoundOr);
  const text = calendarOf(booking, {
    id: `${secretHash(params.secret).slice(0, 32)}@${ctx.store.publicDomain ?? ctx.store.key}`,
    name: bookingNames(ctx.store.settings)[booking.service].name,
    store: ctx.store.name,
    url: `${siteUrl(ctx.env, ctx.store)}/booking/${params.secret}`,
    now: ctx.now(),
  });
  return new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="booking.ics"',
      'cache-control': 'private, no-store',
    },
  });
}
