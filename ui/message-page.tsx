import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';

type Props = {
  drawing: DrawingName;
  /** The document's title, where it differs from the heading. */
  title?: string;
  heading: string;
  /** Text above the heading, such as an error number for support. */
  above?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
};

/** A page with a message only: not found, failed, offline, closed. */
export const MessagePage = ({ drawing, title, heading, above, children, action }: Props) => (
  <section className="page grid min-h-[70vh] grid-cols-1 content-center justify-items-center gap-4 py-12 text-center">
    <title>{title ?? heading}</title>
    <Drawing name={drawing} className="-mt-10 w-72 md:-mt-14 md:w-96" />
    {above && <p className="text-ink-3">{above}</p>}
    <h1 className="text-3xl text-balance">{heading}</h1>
    <div className="max-w-md text-lg text-balance text-ink-2 [&_p]:text-balance">{children}</div>
    {action && <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap sm:justify-center">{action}</div>}
  </section>
);
