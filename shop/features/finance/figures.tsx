import type { ReactNode } from 'react';
import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { Price } from '#ui/price.tsx';
import type { Offer } from './offer.ts';

/** Every figure that the law and the shopper need before requesting an offer (docs/rules/finance.md). */
export function Figures({ offer: { plan, quote, tradeIn } }: { offer: Offer }) {
  return (
    <div className="on-dark grid h-full grid-rows-[auto_1fr_auto] gap-4 rounded-xl bg-dark p-5 text-on-dark sm:p-8 lg:gap-6">
      <output className="grid gap-1">
        <span className="text-on-dark-muted">החזר חודשי</span>
        <Price value={quote.monthly / 100} className="justify-self-start text-4xl cramped:text-2xl font-black" />
        <span className="text-on-dark-muted">{quote.months} תשלומים חודשיים שווים</span>
      </output>
      <Fold until="lg" title="כל נתוני ההלוואה" className="border-t border-dark-line lg:pt-5">
        <dl className="grid content-start gap-2.5 pb-2 text-sm">
          <Sum label="מחיר" value={quote.price} />
          <Sum label="מקדמה" value={quote.down} />
          {tradeIn > 0 && <Sum label="מתוכה הרכב שלכם, בכפוף לבדיקה" value={tradeIn} />}
          <Sum label="סכום למימון" value={quote.principal} />
          <Row label="ריבית שנתית נקובה">
            <Rate plan={plan} />
          </Row>
          <Row label="ריבית שנתית אפקטיבית">
            <bdi dir="ltr">{(quote.effectiveBp / 100).toFixed(2)}%</bdi>
          </Row>
          <Row label="תשלום בלון בסוף התקופה">{quote.balloon > 0 ? <Price value={quote.balloon / 100} /> : 'ללא'}</Row>
          <Row label="דמי פתיחת תיק ושעבוד">{quote.fee > 0 ? <Price value={quote.fee / 100} /> : 'ללא'}</Row>
          <Sum label="סך התשלומים" value={quote.totalPayments} />
          <Sum label="עלות האשראי" value={quote.creditCost} />
          <Row label="הגוף המממן">
            <bdi>{plan.lender}</bdi>
          </Row>
          <Row label="הריביות נכונות ליום">{formatLongDate(plan.rates_date)}</Row>
        </dl>
      </Fold>
      <div className="grid gap-2 text-xs text-on-dark-muted">
        <p className="text-sm font-semibold text-on-dark">{LOAN_WARNING}</p>
        <p>{ILLUSTRATION}. התשלום האחרון אצל הגוף המממן עשוי להיות שונה באגורות.</p>
      </div>
    </div>
  );
}

/** `8.9%, קבועה`, or `פריים + 2.4%` with its value today. */
function Rate({ plan }: { plan: Pick<FinancePlan, 'rate' | 'rate_kind' | 'prime'> }) {
  const rate = <bdi dir="ltr">{plan.rate}%</bdi>;
  if (plan.prime === null) {
    return (
      <>
        {rate}, {plan.rate_kind}
      </>
    );
  }
  const spread = Math.round(100 * (plan.rate - plan.prime)) / 100;
  return (
    <>
      פריים + <bdi dir="ltr">{spread}%</bdi> (כיום {rate}, ומשתנה עם ריבית הפריים)
    </>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-6">
    <dt className="text-on-dark-muted">{label}</dt>
    <dd className="text-end font-semibold">{children}</dd>
  </div>
);

const Sum = ({ label, value }: { label: string; value: number }) => (
  <Row label={label}>
    <Price value={value / 100} />
  </Row>
);
