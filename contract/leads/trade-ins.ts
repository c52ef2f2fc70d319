import { z } from 'zod';
import { type TradeInState, tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { type CallSchema, money, photo, uid } from '../common.ts';
import { plateForm, tradeInBody, tradeInCondition } from './trade-in-form.ts';

const secret = z.string().min(1).max(100);
const photos = z.object({ photos: z.array(photo) });

const tradeIn = z.object({
  state: z.enum(Object.keys(tradeInStateNames) as [TradeInState, ...TradeInState[]]),
  /** Since when. */
  state_at: z.string(),
  /** `plate`: of a boat its hull number, of an outboard its engine’s. */
  vehicle: z.object({ plate: z.string().nullable(), make: z.string(), model: z.string(), year: z.number().int() }),
  condition: tradeInCondition,
  /** Subject to an inspection; `null`: none yet. */
  offer: z.object({ low: money, high: money, expires_at: z.string() }).nullable(),
  /** What staff wrote about the offer or their decision. */
  reason: z.string(),
  /** The wanted vehicle; `chosen` of it: the query of its page, with its question mark, or ''. */
  product: z.object({ id: uid, name: z.string(), slug: z.string(), chosen: z.string() }).nullable(),
  /** Whether a code proved the phone: needed for a purchase. */
  phone_proved: z.boolean(),
  phone: z.string(),
  /** The order that it is used in. `credit`: what the inspection has confirmed. */
  order: z.object({ number: z.string(), credit: money.nullable() }).nullable(),
  photos: z.array(photo),
});

export const calls = {
  'POST /api/trade-ins/find-vehicle': {
    summary: 'Make, model and year of a plate, as kept or of the state’s open data',
    body: plateForm,
    response: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('found'),
        plate: z.string(),
        make: z.string(),
        model: z.string(),
        year: z.number().int(),
      }),
      z.object({ state: z.enum(['unknown', 'away']), plate: z.string() }),
    ]),
  },
  'POST /api/trade-ins/create': {
    summary: 'Offers a used vehicle in exchange; the reply’s secret opens the offer',
    body: tradeInBody,
    /** `null` for a filled honeypot. */
    response: z.object({ secret: z.string().nullable() }),
  },
  'GET /api/trade-ins/get-trade-in': {
    summary: 'An offer for a used vehicle, for whoever has its secret',
    query: z.object({ secret }),
    response: tradeIn,
  },
  'POST /api/trade-ins/prove-phone': {
    summary:
      'Proves the phone of an offer, so that it can be used in a purchase: by a code’s ticket, or as the customer with that phone',
    body: z.strictObject({ secret, ticket: z.string().max(100).nullish() }),
    response: tradeIn,
  },
  'POST /api/trade-ins/withdraw': {
    summary: 'Withdraws a used vehicle that is in no order; once more does nothing',
    body: z.strictObject({ secret }),
    response: tradeIn,
  },
  'POST /api/trade-ins/add-photo': {
    summary: 'Adds a photo of the used vehicle: JPEG, PNG or WebP up to 8 MiB, redrawn without metadata',
    query: z.object({ secret }),
    response: photos,
  },
  'POST /api/trade-ins/remove-photo': {
    summary: 'Removes a photo of the used vehicle',
    body: z.strictObject({ secret, photo_uid: uid }),
    response: photos,
  },
} satisfies Record<string, CallSchema>;

export type TradeIn = z.infer<typeof tradeIn>;
