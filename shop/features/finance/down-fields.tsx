import { useId } from 'react';
import type { TradeInOffer } from '#domain/catalogue/product-page/price-card.ts';
import { nearestAgorot, toPercent, toShekels } from '#domain/money/money.ts';
import { tradeInCredit } from '#domain/money/trade-in-credit.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';
import { countTradeIn, type Offer, type RequestedTerms } from './offer.ts';
import { roundStops, Slider } from './slider.tsx';
import { TypedNumberField } from './typed-number-field.tsx';

const shekels = (agorot: number): string => isolate(formatExactPrice(toShekels(agorot)));

type Props = {
  offer: Offer;
  requested: RequestedTerms;
  onRequest: (requested: RequestedTerms) => void;
};

/** Counts the used vehicle as a part of the down payment, or not. */
export function TradeInChoice({ offer, requested, onRequest, tradeIn }: Props & { tradeIn: TradeInOffer }) {
  const { quote, tradeIn: counted } = offer;
  const credit = tradeInCredit(tradeIn.low, tradeIn.piece, toShekels(quote.price));
  return (
    <label className="flex gap-3 rounded-lg bg-ground p-4">
      <input
        type="checkbox"
        checked={counted > 0}
        onChange={(event) => onRequest(countTradeIn(requested, event.target.checked, credit))}
        className="mt-0.5 size-5 shrink-0 accent-action-ink"
      />
      <span className="grid gap-0.5">
        <span className="font-semibold">הרכב שלכם כחלק מהמקדמה</span>
        <span className="text-sm text-ink-2">
          זיכוי משוער <Price value={credit} />, בכפוף לבדיקה
        </span>
      </span>
    </label>
  );
}

/** The down payment: money, and what is chosen to be counted of the used vehicle. */
export function DownFields({ offer, requested, onRequest }: Props) {
  const { quote, down, tradeIn: credit } = offer;
  const percent = toPercent(Math.round((10_000 * quote.down) / quote.price));
  // Steps large enough for a thumb: about a hundredth of the price, in round sums.
  const step = quote.price >= 4_000_000 ? 50_000 : 10_000;
  const id = useId();
  const adjusted = adjustedText(offer);
  /** The whole down payment, which is never less than the vehicle that is a part of it. */
  const requestDown = (agorot: number) => onRequest({ ...requested, down: toShekels(Math.max(0, agorot - credit)) });
  return (
    <fieldset className="grid min-w-0 gap-3 @4xl:gap-4">
      <legend className="mb-2 text-lg font-bold">מקדמה</legend>
      <div className="grid grid-cols-[1.6fr_1fr] gap-3">
        <TypedNumberField
          label={credit > 0 ? 'סכום בכסף, ב־₪' : 'סכום, ב־₪'}
          name="down"
          describedBy={id}
          value={formatExactPrice(toShekels(quote.down - credit)).replace('₪', '')}
          onValue={(sum) => requestDown(nearestAgorot(sum) + credit)}
        />
        <TypedNumberField
          label={credit > 0 ? 'אחוז, כולל הרכב' : 'אחוז מהמחיר'}
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
        className={classNames('-mt-2 text-sm', adjusted ? 'font-medium text-warning' : 'text-ink-3')}
      >
        {adjusted ?? (credit > 0 ? withVehicle(offer) : `המקדמה המזערית: ${shekels(down.min)}`)}
      </p>
      <Slider label="מקדמה" stops={roundStops(down, step)} value={quote.down} text={shekels} onValue={requestDown} />
    </fieldset>
  );
}

const withVehicle = ({ quote: { down }, tradeIn }: Offer): string =>
  down === tradeIn
    ? `הרכב שלכם הוא כל המקדמה: ${shekels(down)}`
    : `המקדמה כולה: ${shekels(down)}, מתוכה ${shekels(tradeIn)} הרכב שלכם`;

function adjustedText({ snaps, quote, tradeIn }: Offer): string | null {
  const snap = snaps.find(({ field }) => field === 'down');
  if (!snap) return null;
  const which = snap.reason === 'BELOW_MIN' ? 'המזערית' : 'המרבית';
  return `המקדמה ${which} היא ${shekels(quote.down)}${tradeIn > 0 ? ' עם הרכב שלכם' : ''}, והחישוב נעשה לפיה.`;
}
