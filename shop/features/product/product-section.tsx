import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = { title: string; dark?: boolean; children: ReactNode };

/** A titled part of a product's page, on the page's ground or the store's dark one. */
export function ProductSection({ title, dark = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('py-14 lg:py-16', dark && 'on-dark bg-dark text-on-dark')}>
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
