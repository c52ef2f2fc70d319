import { formatExactPrice } from '#domain/text/format.ts';
import { classNames } from './hooks/class-names.ts';

/** A choice's price difference; shekels. */
export function Difference({ value, className }: { value: number; className?: string }) {
  if (value === 0) return <span className={classNames('font-normal! text-ink-3', className)}>כלול</span>;
  return (
    <bdi dir="ltr" className={classNames('tabular whitespace-nowrap', className)}>
      {value > 0 && '+'}
      {formatExactPrice(value)}
    </bdi>
  );
}
