import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '~/store.ts';
import { useToast } from '~/ui/toasts.tsx';

/** Says when the connection is lost, for as long as it is, and when it is back. */
export function OnlineNotice() {
  const [online, setOnline] = useState(true);
  const wasOffline = useRef(false);
  const toast = useToast();
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine && wasOffline.current) toast({ kind: 'success', title: 'החיבור לאינטרנט חזר' });
      wasOffline.current = !navigator.onLine;
    };
    update();
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, [toast]);
  return (
    <div role="status" className="sticky top-0 z-40">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-wash px-4 py-2 text-center text-sm font-medium text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          אין חיבור לאינטרנט. מה שכבר נטען ממשיך לעבוד
        </p>
      )}
    </div>
  );
}

/** A store without a public domain serves on, and says so (storefront.md §8). */
export function DomainNotice() {
  const { hasDomain } = useStore();
  const toast = useToast();
  useEffect(() => {
    if (!hasDomain) toast({ kind: 'danger', title: 'לא נמצא דומיין מחובר' });
  }, [hasDomain, toast]);
  return null;
}
