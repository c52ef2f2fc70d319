import type { ComponentProps } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = ComponentProps<'table'> & {
  /** Name of the frame, where nothing in it takes the focus: then keys scroll it. */
  region?: string;
  /** The most that it takes of the height. */
  height?: string;
};

/** A table that scrolls where it is larger than its place. */
export function ScrollTable({ region, height, className, ...table }: Props) {
  const frame = `office-scroll ${height ? `overflow-auto ${height}` : 'overflow-x-auto'}`;
  const content = <table className={classNames('office-table', className)} {...table} />;
  if (region === undefined) return <div className={frame}>{content}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
    <section className={frame} aria-label={region} tabIndex={0}>
      {content}
    </section>
  );
}
