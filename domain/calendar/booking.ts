import type { LeadErrors } from '../people/lead.ts';

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

/** What a store calls a visit, one and many, and two sentences: what to bring along, and that it was booked. */
type BookingWords = { name: string; plural: string; bring: string; booked?: string | undefined };
export type BookingNames = Record<BookingService, BookingWords>;

const USUAL_WORDS: BookingNames = {
  TEST_RIDE: {
    name: 'נסיעת מבחן',
    plural: 'נסיעות מבחן',
    bring: 'הביאו רישיון נהיגה תקף בדרגה המתאימה ותעודה מזהה.',
    booked: 'נסיעת המבחן נקבעה',
  },
  SERVICE: { name: 'טיפול במוסך', plural: 'שירות וטיפולים', bring: 'הביאו את רישיון הרכב.' },
};
/** A boat is not driven for a test: each store may have words of its own. */
export const bookingNames = (settings: { booking_words?: Partial<BookingNames> }): BookingNames => ({
  ...USUAL_WORDS,
  ...settings.booking_words,
});

/** How often a visit can be moved to another time before it has to be booked anew, or the branch asked. */
export const BOOKING_MOVES = 3;

/** How many days ahead one can book, and how many minutes before at the latest. */
export const BOOKING_DAYS = 30;
export const BOOKING_NOTICE_MINUTES = 120;

export type BookingErrors = LeadErrors & { time?: string };
/** What a form of booking is answered with when it is refused. */
export type BookingReply = { message: string; errors: BookingErrors };
