import type { MonthlyFrom } from '#contract/finance-models.ts';
import { LOAN_WARNING } from '#domain/finance-texts.ts';
import { Price } from '~/ui/price.tsx';

/** 'From ₪N a month' beside a price, with what the law wants to stand beside it. Leads to the calculator. */
export default function FromMonthly({ from }: { from: MonthlyFrom }) {
  return (
    <div className="grid gap-1">
      <a href="#finance" className="inline-flex min-h-11 items-center justify-self-start text-lg hover:text-action-ink">
        <span className="underline decoration-line-strong decoration-1 underline-offset-4">
          החל מ־
          <Price value={from.monthly} className="font-bold" /> לחודש
        </span>
      </a>
      <p className="text-xs text-ink-3">
        {from.months} תשלומים, מקדמה <Price value={from.down} />, במימון <bdi>{from.lender}</bdi>. {LOAN_WARNING}.
      </p>
    </div>
  );
}
