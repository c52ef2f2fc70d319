import type { LeadErrors } from './lead.ts';

/** What can be booked at a branch. */
export type BookingService = 'TEST_RIDE' | 'SERVICE';
/** `minutes` a visit takes, `capacity` how many at once. */
export type BookingPlan = { minutes: number; capacity: number };
export type BookingPlans = Partial<Record<BookingService, BookingPlan>>;

export const bookingServices: BookingService[] = ['TEST_RIDE', 'SERVICE'];

const USUAL: Record<BookingService, BookingPlan> = {
  TEST_RIDE: { minutes: 60, capacity: 1 },
  SERVICE: { minutes: 30, capacity: 2 },
};
export const planOf = (plans: BookingPlans, service: BookingService): BookingPlan => plans[service] ?? USUAL[service];

export const serviceNames: Record<BookingService, string> = {
  TEST_RIDE: 'נסיעת מבחן',
  SERVICE: 'טיפול במוסך',
};

/** How many days ahead one can book, and how many minutes before at the latest. */
export const BOOKING_DAYS = 30;
export const BOOKING_NOTICE_MINUTES = 120;

export type BookingErrors = LeadErrors & { time?: string };
/** What a form of booking is answered with when it is refused. */
export type BookingReply = { message: string; errors: BookingErrors };
