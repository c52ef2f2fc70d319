import { ChevronDown } from 'lucide-react';
import type { PriceLine } from '#domain/catalogue/product-page/price-card.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price, PriceWithOld } from '#ui/price.tsx';
import { usePriceAnimation } from './use-price-animation.ts';

type Props = {
  lines: PriceLine[];
  /** URL of the calculator; without one the monthly sum is no link. */
  calculator?: string | undefined;
  /** In a narrow column each sum stands below its name. */
  stacked?: boolean;
  className?: string;
};

/**
 * What a vehicle or a basket costs: cash, a month, on the road, the deposit. The same lines of the same calculation on
 * every screen (domain/catalogue/product-page/price-card.ts).
 */
export default function PriceCard({ lines, calculator, stacked = false, className }: Props) {
  return (
    <div data-price-card className={classNames('grid divide-y divide-line', className)}>
      {lines.map((line) =>
        line.parts ? (
          <Opening key={line.key} line={line} parts={line.parts} />
        ) : (
          <dl
            key={line.key}
            data-line={line.key}
            tabIndex={line.key === 'trade_in' ? -1 : undefined}
            className="py-2.5 first:pt-0 last:pb-0"
          >
            <div className={stacked ? 'grid' : 'flex flex-wrap items-baseline justify-between gap-x-4'}>
              {/* A long name breaks before its sum goes below it. */}
              <dt
                className={classNames(
                  'grow basis-[min-content]',
                  line.key === 'cash' ? 'font-semibold' : 'text-sm text-ink-2',
                )}
              >
                {line.label}
              </dt>
              <dd className={stacked ? undefined : 'ms-auto text-end'}>
                <Sum line={line} stacked={stacked} calculator={calculator} />
              </dd>
              {line.note && <dd className="mt-0.5 basis-full text-xs text-ink-3">{line.note}</dd>}
            </div>
          </dl>
        ),
      )}
    </div>
  );
}

type SumProps = { line: PriceLine; stacked: boolean; calculator: string | undefined };

function Sum({ line, stacked, calculator }: SumProps) {
  const { key, value, old = null, before, after } = line;
  const animated = usePriceAnimation(value);
  if (key === 'cash')
    return (
      <span ref={animated}>
        <PriceWithOld
          prefix={before && <span className="text-sm text-ink-2">{before}</span>}
          value={value}
          old={old}
          className={classNames('font-bold', stacked ? 'text-lg md:text-xl' : 'text-2xl')}
          oldClassName="text-sm"
        />
      </span>
    );
  const sum = (
    <>
      {before}
      <Price value={value} className={classNames('font-bold', !stacked && 'text-lg')} />
      {after}
    </>
  );
  return key === 'monthly' && calculator ? (
    <a
      href={calculator}
      className="-my-2.5 cramped:my-0 inline-flex min-h-11 items-center underline decoration-line-strong decoration-1 underline-offset-4 hover:text-action-ink"
    >
      <span>{sum}</span>
    </a>
  ) : (
    sum
  );
}

/** A sum that opens into its parts (docs/rules/vat.md). */
function Opening({ line, parts }: { line: PriceLine; parts: NonNullable<PriceLine['parts']> }) {
  const rows = [...parts, { name: 'סך הכול', note: '', price: line.value ?? 0 }];
  return (
    <details data-line={line.key} className="group">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-1 py-1.5 [&::-webkit-details-marker]:hidden">
        <span className="text-sm text-ink-2">{line.label}</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
        <span className="ms-auto">
          {line.before && <span className="text-sm text-ink-2">{line.before}</span>}
          <Price value={line.value} className="text-lg font-bold" />
        </span>
      </summary>
      <dl className="grid gap-2 pt-1 pb-3 text-sm">
        {rows.map(({ name, note, price }) => (
          <div
            key={name}
            className="flex justify-between gap-4 last:mt-1 last:border-t last:border-line last:pt-2 last:font-bold"
          >
            <dt className="min-w-0">
              {name}
              {note && <span className="block text-xs text-ink-3">{note}</span>}
            </dt>
            <dd className="shrink-0 font-medium">
              <Price value={price} />
            </dd>
          </div>
        ))}
      </dl>
      {line.note && <p className="pb-3 text-xs text-ink-3">{line.note}</p>}
    </details>
  );
}
