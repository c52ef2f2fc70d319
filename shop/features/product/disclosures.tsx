import type { CSSProperties } from 'react';
import type { Product } from '#contract/catalogue/products.ts';
import { prose } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

/** The disclosures that the law requires of vehicle adverts (docs/rules/disclosure.md), where set. */
export function Disclosures({ product }: { product: Product }) {
  const { pollution_group, safety_level } = product;
  return (
    <div className="product-legal grid gap-3 text-xs text-ink-3 *:max-w-prose">
      {pollution_group !== null && (
        <Grade
          label="דרגת זיהום אוויר"
          from={1}
          to={7}
          best={1}
          value={pollution_group}
          note="1 – זיהום מזערי, 7 – זיהום מרבי"
        />
      )}
      {safety_level !== null && (
        <Grade label="רמת אבזור בטיחותי" from={0} to={8} best={8} value={safety_level} note="0 – נמוכה, 8 – גבוהה" />
      )}
      {product.licence_note && <p>{prose(product.licence_note)}</p>}
      <p>התמונה להמחשה בלבד. המפרט והמחיר נכונים ליום פרסומם ולדגם המוצג.</p>
    </div>
  );
}

type GradeProps = { label: string; from: number; to: number; best: number; value: number; note: string };

function Grade({ label, from, to, best, value, note }: GradeProps) {
  const steps = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-ink-2">
        {label}: <strong>{value}</strong> <span className="text-ink-3">({note})</span>
      </p>
      <div aria-hidden className="flex flex-wrap items-center gap-0.5">
        {steps.map((step) => (
          <span
            key={step}
            className={classNames(
              'grid min-w-6 place-items-center rounded-sm graded text-xs text-ink',
              step === value ? 'min-h-8 px-2 font-black shadow-[inset_0_0_0_2px_var(--ink)]' : 'min-h-6',
            )}
            style={{ '--grade': Math.abs(step - best) / (to - from) } as CSSProperties}
          >
            {step}
          </span>
        ))}
      </div>
    </div>
  );
}
