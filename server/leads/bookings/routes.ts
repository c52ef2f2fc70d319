import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { book, cancelBooking, readBooking } from './bookings.ts';
import { moveBooking } from './move.ts';
import { branchFor, getSlots } from './slots.ts';

export function bookingRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/bookings/get-slots', async (ctx, { query }) =>
    getSlots(ctx, await branchFor(ctx, query.branch_uid, query.service), query.service),
  );
  serve(app, 'POST /api/bookings/create', async (ctx, { body }) => ({
    secret: await book(ctx, body),
  }));
  serve(app, 'GET /api/bookings/get-booking', (ctx, { query }) => readBooking(ctx, query.secret));
  serve(app, 'POST /api/bookings/move', (ctx, { body }) => moveBooking(ctx, body.secret, body));
  serve(app, 'POST /api/bookings/cancel', (ctx, { body }) => cancelBooking(ctx, body.secret));
}
