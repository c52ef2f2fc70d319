import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { Price } from '#ui/price.tsx';

/** The financing that an order asks for. */
export function OrderFinance({ quote }: { quote: FinanceQuote }) {
  return (
    <>
      בקשת מימון, ללא חיוב
      <br />
      מקדמה <Price value={quote.down} /> ועוד {quote.months} תשלומים של{' '}
      <Price value={quote.monthly} className="font-semibold" />
      {quote.balloon > 0 && (
        <>
          {' '}
          ותשלום בלון של <Price value={quote.balloon} />
        </>
      )}
      <br />
      ריבית אפקטיבית <bdi dir="ltr">{quote.effective_rate}%</bdi>, סך התשלומים <Price value={quote.total_payments} />
      <br />
      <bdi>{quote.plan.lender}</bdi>
      <span className="mt-2 block text-xs text-ink-3">
        {ILLUSTRATION}. {LOAN_WARNING}.
      </span>
    </>
  );
}
