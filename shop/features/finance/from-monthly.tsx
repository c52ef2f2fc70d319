import type { FinancePlan, MonthlyFrom } from '#contract/catalogue/finance-models.ts';
import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { Price } from '#ui/price.tsx';
import { monthlyOf } from './offer.ts';

type Props = {
  /** Of the price that stands beside it. */
  from: MonthlyFrom | null;
  /** Of a configuration that is chosen on the page: then the figures are its own. Shekels. */
  configured?: number | null;
  plans: FinancePlan[];
};

/** What a price comes to a month, with what the law wants to stand beside it. Leads to the calculator, which begins with it. */
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
