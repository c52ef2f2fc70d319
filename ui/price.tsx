import type { ReactNode } from 'react';
import { formatExactPrice } from '#domain/text/format.ts';
import { classNames } from './hooks/class-names.ts';

type Props = { value: number | null; className?: string };

/** Shekels, isolated left to right; `null`: price on request. */
export function Price({ value, className }: Props) {
  if (value === null) return <span className={className}>מחיר לפי פנייה</span>;
  return (
    <bdi dir="ltr" className={classNames('tabular whitespace-nowrap', className)}>
      {formatExactPrice(value)}
    </bdi>
  );
}

/**
 * The price with the former one struck through, if any, and `prefix` before it. Where there is no room beside it, the
 * former price goes above, so that neighbours' prices stay level.
 */
export function PriceWithOld({
  value,
  old,
  className,
  oldClassName,
  prefix,
}: Props & { old: number | null; oldClassName?: string; prefix?: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap-reverse items-baseline gap-x-2">
      {value !== null && <span className="sr-only">{old === null ? 'מחיר: ' : 'מחיר מבצע: '}</span>}
      <span className="whitespace-nowrap">
        {prefix}
        <Price value={value} className={className} />
      </span>
      {old !== null && (
        <>
          <span className="sr-only">במקום {formatExactPrice(old)}</span>
          <s aria-hidden className={classNames('text-ink-3', oldClassName)}>
            <Price value={old} />
          </s>
        </>
      )}
    </span>
  );
}
