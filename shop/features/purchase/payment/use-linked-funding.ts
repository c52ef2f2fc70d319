import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { termsOfQuote } from '../../finance/offer.ts';
import { openQuote } from '../../finance/open-quote.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';

/**
 * `quote` in the address is what the calculator of a product's page has kept: the purchase begins with it. What the
 * shopper chooses while it is being read stays.
 */
export function useLinkedFunding({ ready, note, choice }: PurchaseBasket): void {
  const toast = useToast();
  const [search] = useSearchParams();
  const [uid] = useState(search.get('quote'));
  const current = useRef(choice);
  current.current = choice;

  useEffect(() => {
    if (uid === null || !ready) return;
    let unmounted = false;
    const open = async (): Promise<void> => {
      const before = current.current;
      try {
        const openedQuote = await openQuote(uid);
        if (unmounted) return;
        if (!openedQuote) {
          toast({ kind: 'info', title: 'הצעת המימון כבר אינה בתוקף', text: 'אפשר לחשב מחדש בשלב התשלום.' });
          return;
        }
        const { method, wallet, funding } = current.current;
        const isSameMethod = method === before.method && wallet === before.wallet;
        const isSameFunding = funding === before.funding;
        note({
          ...(isSameMethod && { method: 'financing', wallet: null }),
          ...(isSameFunding && { funding: termsOfQuote(openedQuote.quote) }),
        });
        if (openedQuote.changed && isSameMethod && isSameFunding)
          toast({ kind: 'info', title: 'תנאי המימון התעדכנו', text: 'החישוב לפי המחיר והריבית של היום.' });
      } catch (error) {
        if (unmounted) return;
        const again = { label: 'ניסיון נוסף', onPress: () => void open() };
        toast({ kind: 'danger', title: 'הצעת המימון לא נטענה', text: messageOf(error), action: again });
      }
    };
    void open();
    return () => {
      unmounted = true;
    };
  }, [uid, ready, note, toast]);
}
