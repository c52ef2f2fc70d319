/**
 * What branches have times for: services that anybody books, and the handover of an order's vehicles, which its buyer
 * books.
 */
export type BookingService = 'TEST_RIDE' | 'SERVICE' | 'HANDOVER';
/** `minutes`: length of a visit; `capacity`: visits at one time. */
export type BookingPlan = { minutes: number; capacity: number };
export type BookingPlans = Partial<Record<BookingService, BookingPlan>>;

/** Those that anybody books, where a branch offers them. */
export const bookingServices = ['TEST_RIDE', 'SERVICE'] as const satisfies BookingService[];

const USUAL: Record<BookingService, BookingPlan> = {
  TEST_RIDE: { minutes: 60, capacity: 1 },
  SERVICE: { minutes: 30, capacity: 2 },
  HANDOVER: { minutes: 60, capacity: 1 },
};
export const planOf = (plans: BookingPlans, service: BookingService): BookingPlan => plans[service] ?? USUAL[service];

/** A store's words for a visit: singular, plural, what to bring, and the confirmation. */
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
  HANDOVER: {
    name: 'מסירת רכב',
    plural: 'מסירות רכב',
    bring: 'הביאו תעודה מזהה, ואת המקור של מה ששלחתם בדף ההזמנה.',
    booked: 'מועד המסירה נקבע',
  },
};
/** Names by service. A store overrides the defaults: a boat has no test ride. */
export const bookingNames = (settings: { booking_words?: Partial<BookingNames> }): BookingNames => ({
  ...USUAL_WORDS,
  ...settings.booking_words,
});

/**
 * What is booked, in a sentence: a visit is a תור, a handover has a מועד. Of a visit מועד is its day and hour alone,
 * never the visit.
 */
export const bookingWord = (service: BookingService): { definite: string; indefinite: string } =>
  service === 'HANDOVER'
    ? { definite: 'מועד המסירה', indefinite: 'מועד מסירה' }
    : { definite: 'התור', indefinite: 'תור' };

/** How often a visit can be moved before it has to be booked anew. */
export const BOOKING_MOVES = 3;

/** How many days ahead a visit can be booked, and how many minutes before it at the latest. */
export const BOOKING_DAYS = 30;
export const BOOKING_NOTICE_MINUTES = 120;
