import { LAST_PAYMENT } from '#domain/money/finance-figures.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { toShekels } from '#domain/money/money.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { Price } from '#ui/price.tsx';
import type { Offer } from './offer.ts';
import { shownFigures } from './shown-figures.ts';

/** Every figure that the law and the shopper need before requesting an offer (docs/rules/finance.md). */
export function Figures({ offer }: { offer: Offer }) {
  const { quote } = offer;
  return (
    <div className="on-dark grid h-full grid-rows-[auto_1fr_auto] gap-4 rounded-xl bg-dark p-5 text-on-dark sm:p-8 lg:gap-6">
      <output className="grid gap-1">
        <span className="text-on-dark-muted">החזר חודשי</span>
        <Price value={toShekels(quote.monthly)} className="justify-self-start text-4xl cramped:text-2xl font-black" />
        <span className="text-on-dark-muted">{quote.months} תשלומים חודשיים שווים</span>
      </output>
      <Fold until="lg" title="כל נתוני ההלוואה" className="border-t border-dark-line lg:pt-5">
        <dl className="grid content-start gap-2.5 pb-2 text-sm">
          {shownFigures(offer).map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6">
              <dt className="text-on-dark-muted">{name}</dt>
              <dd className="tabular text-end font-semibold">{isolated(value)}</dd>
            </div>
          ))}
        </dl>
      </Fold>
      <div className="grid gap-2 text-xs text-on-dark-muted">
        <p className="text-sm font-semibold text-on-dark">{LOAN_WARNING}</p>
        <p>
          {ILLUSTRATION}. {LAST_PAYMENT}
        </p>
      </div>
    </div>
  );
}

/** The marks of a text as elements: letters may be looked for in a page, and marks are in their way. */
const isolated = (text: string) =>
  text.split(/([\u2066\u2068][^\u2069]*\u2069)/).map((part) =>
    /^[\u2066\u2068]/.test(part) ? (
      <bdi key={part} dir={part.startsWith('\u2066') ? 'ltr' : 'auto'}>
        {part.slice(1, -1)}
      </bdi>
    ) : (
      part
    ),
  );
