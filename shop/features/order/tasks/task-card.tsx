import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { TaskState as State } from '#domain/orders/handover-tasks.ts';
import { TaskState } from './task-state.tsx';

type Props = {
  title: string;
  state: State;
  words?: string;
  /** Why it was refused. */
  refusal?: string;
  /** Just done: what is said of it, and takes the focus. */
  done?: string | undefined;
  children: ReactNode;
};

/** One thing that the buyer does, with its state. */
export function TaskCard({ title, state, words, refusal, done, children }: Props) {
  const id = useId();
  const status = useRef<HTMLDivElement>(null);
  const isOpen = state === 'missing' || state === 'refused';
  // The reply comes before the page's new data.
  useEffect(() => {
    if (done && !isOpen) status.current?.focus();
  }, [done, isOpen]);
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-xl bg-ground-2 p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <div ref={status} tabIndex={-1} role="status" className="outline-none">
          {done && !isOpen && <span className="sr-only">{done} </span>}
          <TaskState state={state} {...(words && { words })} />
        </div>
      </div>
      {state === 'refused' && refusal && (
        <p className="rounded-md bg-danger-wash px-4 py-3 text-danger">
          <span className="font-semibold">מה לתקן:</span> <bdi>{refusal}</bdi>
        </p>
      )}
      {children}
    </section>
  );
}
