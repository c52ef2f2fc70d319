import type { ReactNode } from 'react';

/** Dims and blocks what must not be changed now. */
export function Blocked({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div inert={when} aria-busy={when} className={when ? 'opacity-40 transition-opacity' : 'transition-opacity'}>
      {children}
    </div>
  );
}
