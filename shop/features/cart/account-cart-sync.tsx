import { useEffect } from 'react';
import { useToast } from '#ui/toasts.tsx';
import { hasMarker } from '~/signed-in.ts';
import { hasChanges, type SyncReport, syncCart } from './account-cart.ts';
import { cart } from './cart-store.ts';

/**
 * Keeps the cart of this device and of the account in step as long as its owner is signed in, and no page of theirs
 * after that.
 */
export default function AccountCartSync({ owner }: { owner: string }) {
  const toast = useToast();
  useEffect(() => {
    const showReport = ({ added, raised, problems }: SyncReport) => {
      if (added > 0)
        toast({
          kind: 'info',
          title: added === 1 ? 'מוצר אחד מהחשבון שלכם נוסף לסל' : `${added} מוצרים מהחשבון שלכם נוספו לסל`,
        });
      if (raised > 0)
        toast({
          kind: 'info',
          title:
            raised === 1
              ? 'הכמות של מוצר אחד בסל גדלה, לפי הסל שבחשבון שלכם'
              : `הכמויות של ${raised} מוצרים בסל גדלו, לפי הסל שבחשבון שלכם`,
        });
      for (const { message, error_code } of problems) toast({ kind: 'danger', title: message, code: error_code });
    };
    const sync = () => void syncCart(owner, showReport);
    const onChange = () => {
      if (hasChanges(owner)) sync();
    };
    // Another device may have changed it meanwhile.
    const onVisible = () => {
      if (document.visibilityState === 'visible') sync();
    };
    // Back, after a sign-out: the browser shows the page as it was left, with who was signed in on it.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && !hasMarker() && location.reload();
    sync();
    const stop = cart.subscribe(onChange);
    window.addEventListener('online', sync);
    window.addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stop();
      window.removeEventListener('online', sync);
      window.removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [owner, toast]);
  return null;
}
