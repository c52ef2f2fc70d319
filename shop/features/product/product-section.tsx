import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = { title: string /** Where a link of the page leads. */; id?: string; dark?: boolean; children: ReactNode };

/** A titled part of a product's page, on the page's ground or the store's dark one. */
export function ProductSection({ title, id, dark = false, children }: Props) {
  const titleId = useId();
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={titleId}
      className={classNames('py-3 focus:outline-none lg:py-16', dark && 'on-dark bg-dark text-on-dark')}
    >
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-8">
        <h2 id={titleId} className="text-2xl lg:text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
