import { formatDate, formatExactPrice, formatLongDate, isolate } from '../text/format.ts';

export type LoanFigure = { name: string; value: string };
/** Shekels and percent, as in `financeQuote` of the contract. */
type Quote = {
  plan: { lender: string; rate: number; rate_kind: string; prime: number | null; rates_date: string };
  price: number;
  down: number;
  trade_in?: number | undefined;
  principal: number;
  balloon: number;
  fee: number;
  total_payments: number;
  credit_cost: number;
  effective_rate: number;
};

/** Digits and sign stay as they are in Hebrew text. */
const ltr = (text: string): string => `\u2066${text}\u2069`;
const sum = (shekels: number): string => ltr(formatExactPrice(shekels));

/**
 * Every figure that the law asks for beside a loan's monthly sum (docs/rules/finance.md), on the page and in the mail.
 */
export function loanFigures(quote: Quote): LoanFigure[] {
  const { plan, trade_in: tradeIn = 0 } = quote;
  return [
    { name: 'מחיר', value: sum(quote.price) },
    { name: 'מקדמה', value: sum(quote.down) },
    ...(tradeIn > 0 ? [{ name: 'מתוכה הרכב שלכם, בכפוף לבדיקה', value: sum(tradeIn) }] : []),
    { name: 'סכום למימון', value: sum(quote.principal) },
    { name: 'ריבית שנתית נקובה', value: rateWords(plan) },
    { name: 'ריבית שנתית אפקטיבית', value: ltr(`${quote.effective_rate.toFixed(2)}%`) },
    { name: 'תשלום בלון בסוף התקופה', value: quote.balloon > 0 ? sum(quote.balloon) : 'ללא' },
    { name: 'דמי פתיחת תיק ושעבוד', value: quote.fee > 0 ? sum(quote.fee) : 'ללא' },
    { name: 'סך התשלומים', value: sum(quote.total_payments) },
    { name: 'עלות האשראי', value: sum(quote.credit_cost) },
    { name: 'הגוף המממן', value: `\u2068${plan.lender}\u2069` },
    { name: 'הריביות נכונות ליום', value: formatLongDate(plan.rates_date) },
  ];
}

/** `8.9%, קבועה`, or `פריים + 2.4%` with its value today. */
function rateWords({ rate: total, rate_kind, prime }: Pick<Quote['plan'], 'rate' | 'rate_kind' | 'prime'>): string {
  if (prime === null) return `${ltr(`${total}%`)}, ${rate_kind}`;
  const spread = Math.round(100 * (total - prime)) / 100;
  return `פריים + ${ltr(`${spread}%`)} (כיום ${ltr(`${total}%`)}, ומשתנה עם ריבית הפריים)`;
}

type Loan = Quote['plan'] & { balloon: number };

/** The loans behind a sum, each lender once with the rates of its plans; `balloon` is percent of the price. */
export function loansWords(loans: Loan[]): string {
  const rates = new Map<string, Set<string>>();
  for (const { lender, balloon, rates_date, ...rate } of loans) {
    const last = balloon > 0 ? `, תשלום בלון של ${ltr(`${balloon}%`)}` : '';
    const words = `ריבית ${rateWords(rate)}${last}, נכון ל־${isolate(formatDate(rates_date))}`;
    rates.set(lender, (rates.get(lender) ?? new Set()).add(words));
  }
  return [...rates].map(([lender, words]) => `${isolate(lender)}, ${[...words].join(' או ')}`).join(' או ');
}

export const LAST_PAYMENT = 'התשלום האחרון אצל הגוף המממן עשוי להיות שונה באגורות.';
