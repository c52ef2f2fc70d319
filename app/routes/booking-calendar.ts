import { bookingNames } from '#domain/booking.ts';
import { readBooking } from '#server/areas/bookings/bookings.ts';
import { calendarOf } from '#server/areas/bookings/calendar.ts';
import { secretHash } from '#server/areas/orders/secret.ts';
import { siteUrl } from '#server/areas/stores/site-url.ts';
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
