import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useToast } from '#ui/toasts.tsx';
import { call } from '~/api.ts';
import { termsOfQuote } from '../../finance/offer.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';

/** `quote` in the address is what the calculator of a product's page has kept: the purchase begins with it. */
export function useLinkedFunding({ ready, note }: PurchaseBasket): void {
  const toast = useToast();
  const [search] = useSearchParams();
  const [uid] = useState(search.get('quote'));

  useEffect(() => {
    if (uid === null || !ready) return;
    let unmounted = false;
    call('GET /api/finance/get-quote/:uid', { params: { uid } })
      .then(({ quote, changed }) => {
        if (unmounted) return;
        note({ method: 'financing', funding: termsOfQuote(quote) });
        if (changed) toast({ kind: 'info', title: 'תנאי המימון התעדכנו', text: 'החישוב לפי המחיר והריבית של היום.' });
      })
      .catch(() => {
        if (!unmounted)
          toast({ kind: 'info', title: 'הצעת המימון כבר אינה בתוקף', text: 'אפשר לחשב מחדש בשלב התשלום.' });
      });
    return () => {
      unmounted = true;
    };
  }, [uid, ready, note, toast]);
}
