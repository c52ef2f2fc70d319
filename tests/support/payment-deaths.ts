/**
 * `at`: a part of the statement, or the name that it was prepared by. `since`: dies at `at` only once a statement with
 * this text has gone by.
 */
export type Death = { at: number | string; moment: 'before' | 'after'; since?: string };
export type Step = Death & { what: 'payment' | 'refund' | 'capture'; died: string | null };

/**
 * Around each step of `docs/payments.md` that asks the gateway, or after which an order, a payment or a document stands
 * in the books.
 */
export const AROUND: Record<Step['what'], Death[]> = {
  payment: [
    { at: 'commit', moment: 'after', since: 'insert into "orders"' },
    { at: 'keep_payment_page', moment: 'before' },
    { at: 'keep_payment_page', moment: 'after' },
    { at: 'update "payments" set "status"', moment: 'before' },
    { at: 'insert into "documents"', moment: 'after' },
    { at: 'commit', moment: 'after', since: 'insert into "documents"' },
  ],
  refund: [
    { at: '"asked_at" = $2', moment: 'before', since: 'insert into "refunds"' },
    { at: '"asked_at" = $2', moment: 'after', since: 'insert into "refunds"' },
    { at: '"reference" = $3', moment: 'before' },
    { at: 'insert into "documents"', moment: 'after' },
  ],
  capture: [
    { at: 'commit', moment: 'after', since: 'insert into "order_history"' },
    { at: 'update "payments" set "status"', moment: 'before' },
    { at: 'update "payments" set "status"', moment: 'after' },
    { at: 'commit', moment: 'after', since: 'insert into "documents"' },
  ],
};

/** Each statement, before and after, until one gets through; every so-manieth. */
export function* statements(every: number): Generator<Death> {
  for (let at = 1; ; at += every) for (const moment of ['before', 'after'] as const) yield { at, moment };
}
