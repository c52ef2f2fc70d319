import { type ReactNode, useId } from 'react';
import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import type { TradeInOffer } from '#domain/catalogue/product-page/price-card.ts';
import { leavesLoan } from '#domain/money/finance-offer.ts';
import { leastLoan, type Snap } from '#domain/money/finance-terms.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { SelectField } from '#ui/form/field.tsx';
import { Fold } from '#ui/narrow/fold.tsx';
import { DownFields, TradeInChoice } from './down-fields.tsx';
import { Figures } from './figures.tsx';
import { creditOf, type Offer, offerOf, openPlans, type RequestedTerms } from './offer.ts';
import { TermFields } from './term-fields.tsx';

/** Describes an adjusted value; that of the down payment stands by its field. */
function snapText({ field, reason, to }: Snap, { months }: Offer): string {
  const sum = isolate(formatExactPrice(toShekels(to ?? 0)));
  switch (field) {
    case 'plan':
      return 'התוכנית שבחרתם אינה מתאימה למחיר הזה, והחישוב עבר לתוכנית אחרת.';
    case 'months':
      if (reason === 'BELOW_MIN') return `אפשר לפרוס ל־${to} תשלומים לפחות, והחישוב נעשה לפיהם.`;
      if (reason === 'ABOVE_MAX') return `אפשר לפרוס ל־${to} תשלומים לכל היותר, והחישוב נעשה לפיהם.`;
      return `אפשר לפרוס ל־${months.join(', ')} תשלומים. החישוב נעשה לפי ${to}.`;
    case 'monthly':
      if (reason === 'BELOW_MIN') return `ההחזר הנמוך ביותר במקדמה הזו הוא ${sum} לחודש.`;
      if (reason === 'ABOVE_MAX') return `ההחזר הגבוה ביותר במקדמה הזו הוא ${sum} לחודש.`;
      return `ההחזר הקרוב ביותר שאינו עולה על הסכום שביקשתם הוא ${sum} לחודש.`;
    case 'down':
      return '';
  }
}

type Lent = {
  plans: FinancePlan[];
  /** Shekels. */
  price: number;
  /** The offer for the shopper's used vehicle, which may be a part of the down payment. */
  tradeIn?: TradeInOffer | null;
};

/**
 * Where a used vehicle leaves too little of a price to lend: what it leaves, and the least that a plan would lend.
 * `null`: it leaves enough, or the price isn't financed without it either. Agorot.
 */
export function tooLittleToLend({ plans, price, tradeIn }: Lent): { left: number; least: number } | null {
  const open = openPlans(plans, price);
  const [total, credit] = [toAgorot(price), toAgorot(creditOf(price, tradeIn))];
  if (open.length === 0 || leavesLoan(open, total, credit)) return null;
  return { left: total - credit, least: Math.min(...open.map((plan) => leastLoan(plan, total))) };
}

function NothingToLend(lent: Lent) {
  const rest = tooLittleToLend(lent);
  if (!rest) return null;
  const [left, least] = [rest.left, rest.least].map((agorot) => isolate(formatExactPrice(toShekels(agorot))));
  return (
    <p className="max-w-2xl rounded-lg border border-line bg-ground px-5 py-4 text-ink-2">
      {rest.left === 0
        ? 'הזיכוי המשוער על הרכב שלכם מכסה את כל הסכום, ולכן אין מה לממן.'
        : `אחרי הזיכוי המשוער על הרכב שלכם יישארו לתשלום ${left}, פחות מהסכום הקטן ביותר שאפשר לממן, ${least}. לכן אין כאן מימון.`}
    </p>
  );
}

type Props = Lent & {
  requested: RequestedTerms;
  onRequest: (requested: RequestedTerms) => void;
  /** On narrow screens the fields open by a press. */
  folded?: boolean;
  /** Results; on a wide screen below the fields. */
  children?: ReactNode;
};

/** Plan, down payment and term on one side, the result on the other. Everything derives from the requested terms. */
export default function Calculator({ plans, price, requested, onRequest, tradeIn, folded = false, children }: Props) {
  const name = useId();
  const offer = offerOf(plans, price, requested, tradeIn);
  if (!offer) return <NothingToLend {...{ plans, price, tradeIn }} />;
  const open = openPlans(plans, price, toShekels(offer.tradeIn));
  const fields = (
    <div className="grid content-start gap-5 @4xl:gap-8">
      {open.length > 1 && (
        <SelectField
          label="תוכנית מימון"
          name="plan"
          required
          value={offer.plan.id}
          onChange={(event) => onRequest({ ...requested, plan: event.target.value })}
        >
          {open.map((plan) => (
            <option key={plan.id} value={plan.id}>
              {`${plan.name}, ריבית ${isolate(`${plan.rate}%`)}`}
            </option>
          ))}
        </SelectField>
      )}
      <DownFields {...{ offer, requested, onRequest }} />
      <TermFields {...{ offer, requested, onRequest, name }} />
      <p role="status" className="min-h-6 text-sm font-medium text-warning empty:hidden">
        {offer.snaps
          .map((snap) => snapText(snap, offer))
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @4xl:grid-cols-2 @4xl:grid-rows-[auto_1fr] @4xl:gap-x-14">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 @4xl:gap-8">
          {tradeIn && <TradeInChoice {...{ offer, requested, onRequest, tradeIn }} />}
          {folded ? (
            <Fold until="lg" title="קביעת מקדמה ותשלומים" className="border-y border-line lg:border-0">
              <div className="max-lg:pt-2 max-lg:pb-5">{fields}</div>
            </Fold>
          ) : (
            fields
          )}
        </div>
        <div className="@4xl:row-span-2">
          <Figures offer={offer} />
        </div>
        {children && <div className="@4xl:self-end">{children}</div>}
      </div>
    </div>
  );
}
