import { monthlyPayment } from '#domain/money/finance-formulas.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import type { Offer, RequestedTerms } from './offer.ts';
import { Slider } from './slider.tsx';
import { TypedNumberField } from './typed-number-field.tsx';

type Props = { offer: Offer; requested: RequestedTerms; onRequest: (requested: RequestedTerms) => void; name: string };

const shekels = (agorot: number): string => formatExactPrice(toShekels(agorot));

/** Number of payments or monthly sum: one is set and the other follows. */
export function TermFields({ offer, requested, onRequest, name }: Props) {
  const { quote, months } = offer;
  const byMonthly = requested.monthly !== undefined;
  return (
    <fieldset className="grid min-w-0 gap-3 @4xl:gap-4">
      <legend className="mb-2 text-lg font-bold">תשלומים</legend>
      <div className="grid grid-cols-2 gap-1 rounded-md bg-ground-3 p-1 noscript:hidden">
        <Way
          {...{ name }}
          label="מספר תשלומים"
          chosen={!byMonthly}
          onChoose={() => onRequest({ ...requested, months: quote.months, monthly: undefined })}
        />
        <Way
          {...{ name }}
          label="החזר חודשי"
          chosen={byMonthly}
          onChoose={() => onRequest({ ...requested, months: undefined, monthly: toShekels(quote.monthly) })}
        />
      </div>
      {byMonthly ? (
        <MonthlyFields {...{ offer }} onMonthly={(monthly) => onRequest({ ...requested, monthly })} />
      ) : (
        <>
          <TypedNumberField
            label="מספר תשלומים"
            name="months"
            value={String(quote.months)}
            onValue={(count) => onRequest({ ...requested, months: count })}
          />
          <Slider
            label="מספר תשלומים"
            stops={months}
            value={quote.months}
            text={(count) => `${count} תשלומים`}
            onValue={(count) => onRequest({ ...requested, months: count })}
          />
        </>
      )}
    </fieldset>
  );
}

function MonthlyFields({ offer, onMonthly }: { offer: Offer; onMonthly: (shekels: number) => void }) {
  const { plan, quote, months } = offer;
  const counts = new Map(
    months.map((count) => [monthlyPayment({ ...quote, rateBp: plan.rateBp, months: count }), count]),
  );
  return (
    <>
      <TypedNumberField
        label="החזר חודשי רצוי, ב־₪"
        name="monthly"
        value={shekels(quote.monthly).replace('₪', '')}
        onValue={onMonthly}
      />
      <Slider
        label="החזר חודשי"
        stops={[...counts.keys()].reverse()}
        value={quote.monthly}
        text={(monthly) => `${isolate(shekels(monthly))} × ${counts.get(monthly) ?? quote.months}`}
        onValue={(monthly) => onMonthly(toShekels(monthly))}
      />
    </>
  );
}

type WayProps = { name: string; label: string; chosen: boolean; onChoose: () => void };

const Way = ({ name, label, chosen, onChoose }: WayProps) => (
  <label
    className={classNames(
      'grid min-h-11 cursor-pointer place-items-center rounded-sm px-2 text-center font-medium',
      'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action-ink',
      chosen ? 'bg-ground text-ink shadow-raised' : 'text-ink-2 hover:text-ink',
    )}
  >
    <input type="radio" name={`${name}-way`} checked={chosen} onChange={onChoose} className="sr-only" />
    {label}
  </label>
);
