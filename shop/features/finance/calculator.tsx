import { type ReactNode, useId } from 'react';
import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import type { Snap } from '#domain/money/finance-terms.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { SelectField } from '#ui/form/field.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { Figures } from './figures.tsx';
import { NumberField } from './number-field.tsx';
import { type Offer, offerOf, openPlans, type RequestedTerms } from './offer.ts';
import { roundStops, Slider } from './slider.tsx';
import { TermFields } from './term-fields.tsx';

/** Describes an adjusted value. */
function snapText({ field, reason, to }: Snap, { months }: Offer): string {
  const sum = isolate(formatExactPrice((to ?? 0) / 100));
  switch (field) {
    case 'plan':
      return 'התוכנית שבחרתם אינה מתאימה למחיר הזה, והחישוב עבר לתוכנית אחרת.';
    case 'down':
      return reason === 'BELOW_MIN'
        ? `המקדמה המזערית היא ${sum}, והחישוב נעשה לפיה.`
        : `המקדמה המרבית היא ${sum}, והחישוב נעשה לפיה.`;
    case 'months':
      if (reason === 'BELOW_MIN') return `אפשר לפרוס ל־${to} תשלומים לפחות, והחישוב נעשה לפיהם.`;
      if (reason === 'ABOVE_MAX') return `אפשר לפרוס ל־${to} תשלומים לכל היותר, והחישוב נעשה לפיהם.`;
      return `אפשר לפרוס ל־${months.join(', ')} תשלומים. החישוב נעשה לפי ${to}.`;
    case 'monthly':
      if (reason === 'BELOW_MIN') return `ההחזר הנמוך ביותר במקדמה הזו הוא ${sum} לחודש.`;
      if (reason === 'ABOVE_MAX') return `ההחזר הגבוה ביותר במקדמה הזו הוא ${sum} לחודש.`;
      return `ההחזר הקרוב ביותר שאינו עולה על הסכום שביקשתם הוא ${sum} לחודש.`;
  }
}

type Props = {
  plans: FinancePlan[];
  /** Shekels. */
  price: number;
  requested: RequestedTerms;
  onRequest: (requested: RequestedTerms) => void;
  /** On narrow screens the fields open by a press. */
  folded?: boolean;
  /** Results; on a wide screen below the fields. */
  children?: ReactNode;
};

/** Plan, down payment and term on one side, the result on the other. Everything derives from the requested terms. */
export default function Calculator({ plans, price, requested, onRequest, folded = false, children }: Props) {
  const name = useId();
  const offer = offerOf(plans, price, requested);
  if (!offer) return null;
  const open = openPlans(plans, price);
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
          .filter(({ field }) => field !== 'down')
          .map((snap) => snapText(snap, offer))
          .join(' ')}
      </p>
    </div>
  );
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @4xl:grid-cols-2 @4xl:grid-rows-[auto_1fr] @4xl:gap-x-14">
        {folded ? (
          <Fold until="lg" title="קביעת מקדמה ותשלומים" className="border-y border-line lg:border-0">
            <div className="max-lg:pt-2 max-lg:pb-5">{fields}</div>
          </Fold>
        ) : (
          fields
        )}
        <div className="@4xl:row-span-2">
          <Figures offer={offer} />
        </div>
        {children && <div className="@4xl:self-end">{children}</div>}
      </div>
    </div>
  );
}

function DownFields({
  offer,
  requested,
  onRequest,
}: {
  offer: Offer;
  requested: RequestedTerms;
  onRequest: (requested: RequestedTerms) => void;
}) {
  const { quote, down } = offer;
  const percent = Math.round((10_000 * quote.down) / quote.price) / 100;
  // Steps large enough for a thumb: about a hundredth of the price, in round sums.
  const step = quote.price >= 4_000_000 ? 50_000 : 10_000;
  const id = useId();
  const snap = offer.snaps.find(({ field }) => field === 'down');
  const requestDown = (agorot: number) => onRequest({ ...requested, down: agorot / 100 });
  return (
    <fieldset className="grid min-w-0 gap-3 @4xl:gap-4">
      <legend className="mb-2 text-lg font-bold">מקדמה</legend>
      <div className="grid grid-cols-[1.6fr_1fr] gap-3">
        <NumberField
          label="סכום, ב־₪"
          name="down"
          describedBy={id}
          value={formatExactPrice(quote.down / 100).replace('₪', '')}
          onValue={(sum) => requestDown(Math.round(sum * 100))}
        />
        <NumberField
          label="אחוז מהמחיר"
          className="noscript:hidden"
          describedBy={id}
          value={String(percent)}
          onValue={(share) => requestDown(Math.round((quote.price * share) / 100))}
        />
      </div>
      {/* Always a line, so that nothing below moves during a press. */}
      <p
        id={id}
        role="status"
        className={classNames('-mt-2 text-sm', snap ? 'font-medium text-warning' : 'text-ink-3')}
      >
        {snap ? snapText(snap, offer) : `המקדמה המזערית: ${isolate(formatExactPrice(down.min / 100))}`}
      </p>
      <Slider
        label="מקדמה"
        stops={roundStops(down, step)}
        value={quote.down}
        text={(agorot) => isolate(formatExactPrice(agorot / 100))}
        onValue={requestDown}
      />
    </fieldset>
  );
}
