import { LOAN_WARNING } from '../../money/finance-texts.ts';
import { tradeInCredit, tradeInRest } from '../../money/trade-in-credit.ts';
import { AFTER_TRADE_IN_LABEL, TRADE_IN_LABEL } from '../../people/trade-in-questions.ts';
import { formatExactPrice, isolate } from '../../text/format.ts';
import { dueBeforeHandover, listed, roadPrice } from '../road-price.ts';

/** A sum and what it is for; shekels. */
type Part = { name: string; note?: string; price: number };

/** A line of the price card. A further one is another entry of `vehiclePrice` and `basketPrice`. */
export type PriceLine = {
  key: 'cash' | 'fees' | 'road' | 'monthly' | 'deposit' | 'trade_in' | 'after_trade_in';
  label: string;
  /** Shekels; `null`: price on request. */
  value: number | null;
  /** The former price, struck through. */
  old?: number | null;
  /** Words before and after the sum. */
  before?: string;
  after?: string;
  note?: string;
  /** What adds up to the sum. */
  parts?: Part[];
};

/**
 * A loan's figures in shekels, for the price beside it. `chosen`: on the shopper's terms, otherwise on the plan's own.
 */
export type Monthly = {
  monthly: number;
  months: number;
  down: number;
  /** How much of the down payment is a used vehicle. */
  tradeIn: number;
  balloon: number;
  lender: string;
  chosen: boolean;
};

type LicenceClass = string | null | undefined;
const isLicensed = (licence: LicenceClass): licence is string => licence != null && licence !== 'none';
const isForRoads = (licence: LicenceClass): boolean => isLicensed(licence) && licence.startsWith('A');

/**
 * The name of the price with its fees. Vehicles without a licence class (mobility scooters, boats) aren't driven on
 * roads; quads and tractors are registered for tracks.
 */
export function roadPriceName(licences: LicenceClass[]): string {
  const licensed = licences.filter(isLicensed);
  if (licensed.length > 0 && licensed.every(isForRoads)) return 'מחיר על הכביש';
  return `מחיר כולל ${licensed.length > 0 ? 'רישוי ומסירה' : 'מסירה'}`;
}

/** What is to be paid besides all of it; empty where no insurance is compulsory. */
const insuranceNote = (licence: LicenceClass): string =>
  isLicensed(licence) ? `ביטוח חובה נרכש בנפרד${isForRoads(licence) ? ', והוא תנאי לעלייה לכביש' : ''}.` : '';

/** Of a sum below the price less its credit that is without the credit. */
const BEFORE_CREDIT = ', לפני הזיכוי';

/**
 * Lender and warning stand by every monthly sum (docs/rules/finance.md). One that doesn't count the offered used
 * vehicle says so, as it stands below the price less its credit.
 */
function monthlyLine(
  { monthly, months, down, tradeIn, balloon, lender, chosen }: Monthly,
  offer: TradeInOffer | null | undefined,
): PriceLine {
  const terms = [
    `${months} תשלומים`,
    `מקדמה ${isolate(formatExactPrice(down))}`,
    ...(tradeIn > 0 ? [`מתוכה ${isolate(formatExactPrice(tradeIn))} הרכב שלכם, בכפוף לבדיקה`] : []),
    ...(balloon > 0 ? [`תשלום בלון בסוף ${isolate(formatExactPrice(balloon))}`] : []),
    `במימון ${isolate(lender)}`,
  ];
  return {
    key: 'monthly',
    label: offer && tradeIn === 0 ? `במימון${BEFORE_CREDIT}` : 'במימון',
    value: monthly,
    before: chosen ? '' : 'החל מ־',
    after: ' לחודש',
    note: `${terms.join(', ')}. ${LOAN_WARNING}.`,
  };
}

/** Part of the price, never more than it. */
const depositLine = (deposit: number, price: number): PriceLine => ({
  key: 'deposit',
  label: 'דמי שריון, על חשבון המחיר',
  value: Math.min(deposit, price),
});

/** An offer for a used vehicle, with the price of the one vehicle that it is for. Shekels. */
export type TradeInOffer = { low: number; piece: number };

/** Right under the price that it is taken from. Subject to an inspection: in no total, and never charged less for. */
function tradeInLines(offer: TradeInOffer | null | undefined, total: number, before = ''): PriceLine[] {
  if (!offer) return [];
  const credit = tradeInCredit(offer.low, offer.piece, total);
  return [
    {
      key: 'trade_in',
      label: TRADE_IN_LABEL,
      value: -credit,
      note: `לפי הפרטים שמסרתם. הסכום נקבע בבדיקת הרכב בסניף; עד אז משלמים באתר בלי הזיכוי. ${tradeInRest(offer.low, credit)}`.trim(),
    },
    { key: 'after_trade_in', label: AFTER_TRADE_IN_LABEL, value: Number((total - credit).toFixed(2)), before },
  ];
}

/** Below a sum that the credit is taken from, this one says that it is without it. */
const roadLabel = (licences: LicenceClass[], tradeIn: TradeInOffer | null | undefined): string =>
  `${roadPriceName(licences)}${tradeIn ? BEFORE_CREDIT : ''}`;

type Sums = { monthly: Monthly | null; deposit: number | null; tradeIn?: TradeInOffer | null | undefined };

export type PricedVehicle = Sums & {
  label?: string | undefined;
  price: number | null;
  old?: number | null;
  /** Other variants cost more. */
  startingFrom?: boolean;
  fees: Part[];
  licence: LicenceClass;
};

/**
 * One vehicle before it is in a cart: product page, configurator, comparison. Fees open under the price on the road.
 */
export function vehiclePrice({
  label = 'מחיר',
  price,
  old,
  startingFrom,
  fees,
  licence,
  monthly,
  deposit,
  tradeIn,
}: PricedVehicle): PriceLine[] {
  const cash: PriceLine = { key: 'cash', label, value: price, old: old ?? null };
  if (price === null) return [cash];
  const before = startingFrom ? 'החל מ־' : '';
  return [
    {
      ...cash,
      before,
      note: `כולל מע״מ${fees.length > 0 ? ', לפני עלויות המסירה' : ''}`,
    },
    ...tradeInLines(tradeIn, price, before),
    ...(monthly ? [monthlyLine(monthly, tradeIn)] : []),
    ...(fees.length === 0
      ? []
      : [
          {
            key: 'road' as const,
            label: roadLabel([licence], tradeIn),
            value: roadPrice(price, fees),
            before,
            note: insuranceNote(licence),
            parts: [{ name: 'מחיר הדגם', note: 'כולל מע״מ', price }, ...fees],
          },
        ]),
    ...(deposit === null ? [] : [depositLine(deposit, price)]),
  ];
}

export type PricedBasket = Sums & {
  /** With discounts, and with the delivery once it is chosen. */
  total: number;
  /** What the total is called at this step. */
  label: string;
  /** Of all its vehicles. */
  fees: Part[];
  licences: LicenceClass[];
  /** Of the chosen way of delivery, or of all that are offered. */
  deliveryKinds: string[];
};

/** A cart or purchase: the fees are a line of their own, as they are paid before the handover. */
export function basketPrice({
  total,
  label,
  fees,
  licences,
  deliveryKinds,
  monthly,
  deposit,
  tradeIn,
}: PricedBasket): PriceLine[] {
  const note = `${listed(fees.map(({ name }) => name))}. לא כלול בסכום שלמעלה, ומשלמים לפני המסירה.`;
  return [
    { key: 'cash', label, value: total, note: 'כולל מע״מ' },
    ...tradeInLines(tradeIn, total),
    ...(fees.length === 0
      ? []
      : [
          { key: 'fees' as const, label: dueBeforeHandover(deliveryKinds), value: roadPrice(0, fees), note },
          { key: 'road' as const, label: roadLabel(licences, tradeIn), value: roadPrice(total, fees) },
        ]),
    ...(monthly ? [monthlyLine(monthly, tradeIn)] : []),
    ...(deposit === null ? [] : [depositLine(deposit, total)]),
  ];
}
