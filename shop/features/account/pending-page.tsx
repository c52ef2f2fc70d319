import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useSlow } from '#ui/hooks/use-slow.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** The personal-area page being loaded. */
export function usePendingPage(): string | null {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname;
  return next?.startsWith('/personal-area') && next !== here ? next : null;
}

/** Shows its skeleton until the next page arrives; the current content stays mounted in case it doesn't. */
export function PendingPage({ children }: { children: ReactNode }) {
  const pending = usePendingPage();
  const slow = useSlow(pending);
  const waiting = pending !== null && slow;
  return (
    <div aria-busy={waiting}>
      {waiting && <Shape of={pending} />}
      <div hidden={waiting}>{children}</div>
    </div>
  );
}

function Shape({ of }: { of: string }) {
  const pictures = of.endsWith('/favorites') || of.endsWith('/garage');
  const details = of.includes('/edit-details') || of.includes('/privacy');
  return (
    <div className="grid gap-8">
      <h1 className="sr-only">טוענים…</h1>
      <Skeleton className="h-10 w-56 max-w-full" />
      {details ? (
        <div className="grid max-w-2xl gap-6">
          {[1, 2, 3].map((field) => (
            <Skeleton key={field} className="h-18" />
          ))}
        </div>
      ) : (
        <div className={pictures ? 'grid grid-cols-2 gap-5 roomy:grid-cols-3' : 'grid gap-4'}>
          {[1, 2, 3, 4].map((card) => (
            <Skeleton key={card} className={pictures ? 'aspect-4/5' : 'h-32'} />
          ))}
        </div>
      )}
    </div>
  );
}
