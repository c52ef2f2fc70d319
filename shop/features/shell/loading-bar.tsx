import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { classNames } from '#ui/hooks/class-names.ts';

/** Milliseconds: nothing under 200 ms, about five seconds to run, gone half a second after the end. */
const THROTTLE = 200;
const HIDE_AFTER = 500;

type Phase = 'hidden' | 'running' | 'done' | 'failed';

/** Whether a navigation has failed; the error page shows the bar's end. */
let shown = false;

export function LoadingBar({ failed = false }: { failed?: boolean }) {
  const loading = useNavigation().state !== 'idle';
  const [phase, setPhase] = useState<Phase>('hidden');

  useEffect(() => {
    if (loading) {
      const timer = setTimeout(() => {
        shown = true;
        setPhase('running');
      }, THROTTLE);
      return () => clearTimeout(timer);
    }
    if (!shown) return;
    shown = false;
    setPhase(failed ? 'failed' : 'done');
    const timer = setTimeout(() => setPhase('hidden'), HIDE_AFTER);
    return () => clearTimeout(timer);
  }, [loading, failed]);

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1">
      {phase !== 'hidden' && (
        <>
          <span className="sr-only">{phase === 'failed' ? 'הטעינה נכשלה' : 'טוענים…'}</span>
          <div
            className={classNames(
              'h-full origin-right',
              phase === 'running' && 'loading-bar bg-accent',
              phase === 'done' && 'bg-accent opacity-0 transition-opacity duration-500',
              phase === 'failed' && 'bg-danger',
            )}
          />
        </>
      )}
    </div>
  );
}
