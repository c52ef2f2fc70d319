import type { FinancePlan, MonthlyFrom } from '#contract/catalogue/finance-models.ts';
import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { Price } from '#ui/price.tsx';
import { monthlyOf } from './offer.ts';

type Props = {
  /** Of the price shown beside it. */
  from: MonthlyFrom | null;
  /** Price of the configuration chosen on the page, which replaces the product's. Shekels. */
  configured?: number | null;
  plans: FinancePlan[];
};

/**
 * A price's monthly payment, with lender and warning (docs/rules/finance.md). Links to the calculator with the same
 * terms.
 */
export default function FromMonthly({ from: plain, configured = null, plans }: Props) {
  const from = configured === null ? plain : monthlyOf(plans, configured);
  if (!from) return null;
  return (
    <div className="grid gap-1">
      <a href="#finance" className="inline-flex min-h-11 items-center justify-self-start text-lg hover:text-action-ink">
        <span className="underline decoration-line-strong decoration-1 underline-offset-4">
          במימון: <Price value={from.monthly} className="font-bold" /> לחודש
        </span>
      </a>
      <p className="text-xs text-ink-3">
        {configured !== null && (
          <>
            לפי ההרכבה שבחרתם, <Price value={configured} />:{' '}
          </>
        )}
        {from.months} תשלומים, מקדמה <Price value={from.down} />, במימון <bdi>{from.lender}</bdi>. {LOAN_WARNING}.
      </p>
    </div>
  );
}
