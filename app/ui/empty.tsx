import type { ReactNode } from 'react';

/** A state with nothing in it: what happened, and a way on. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-6 py-16 text-center">
      <div aria-hidden className="grid size-16 place-items-center rounded-full bg-ground-2 text-ink-3 [&>svg]:size-7">
        {icon}
      </div>
      <h2 className="text-xl">{title}</h2>
      {children && <div className="text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
