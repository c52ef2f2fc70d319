import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';

type Props = {
  /** The drawing of a full-screen state; a small state in a panel has an icon instead. */
  drawing?: DrawingName;
  icon?: ReactNode;
  title: string;
  /** `h1` where it stands in place of a page. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
  action?: ReactNode;
};

/** An empty state: what happened, and a next step. */
export function Empty({ drawing, icon, title, heading: Heading = 'h2', children, action }: Props) {
  return (
    <div className="mx-auto grid max-w-xl grid-cols-1 justify-items-center gap-3 px-6 py-12 text-center">
      {drawing && <Drawing name={drawing} className="mb-2" />}
      {icon && (
        <div aria-hidden className="grid size-16 place-items-center rounded-full bg-ground-2 text-ink-3 [&>svg]:size-7">
          {icon}
        </div>
      )}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="text-balance text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
